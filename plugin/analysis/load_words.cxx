// analysis/load_words.cxx -- the load of structures in words.
//
// Room: plugin/analysis.
#include "load_words.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace granum
{

namespace
{

constexpr std::size_t Most = 5; // lines of structures

std::string Place(const Vector3& x)
{
  char text[96];
  std::snprintf(text, sizeof text, "(%.4g, %.4g, %.4g) m", x[0], x[1], x[2]);
  return text;
}

std::string LineOf(const LoadOf& load)
{
  std::string text = load.Name + ": force " + Prefixed(LengthOf(load.Force), "N");
  if (load.Turns)
  {
    const double about = AxisTorque(load);
    text += ", torque about its axis " + Prefixed(about, "N m") +
      (about < 0.0      ? ", against the rotation"
          : about > 0.0 ? ", with the rotation"
                        : "") +
      ",\nthe axis through ";
  }
  else
  {
    text += ", torque " + Prefixed(LengthOf(load.Torque), "N m") + " about ";
  }
  return text + Place(load.Reference);
}

}

double AxisTorque(const LoadOf& load)
{
  double sum = 0.0;
  for (int i = 0; i < 3; ++i)
  {
    sum += load.Torque[i] * load.Axis[i];
  }
  return sum;
}

std::string Prefixed(double value, const std::string& unit)
{
  static const struct
  {
    double Factor;
    const char* Prefix;
  } prefixes[] = { { 1e9, "n" }, { 1e6, "\xC2\xB5" }, { 1e3, "m" }, { 1.0, "" }, { 1e-3, "k" },
    { 1e-6, "M" }, { 1e-9, "G" } };
  const double size = std::fabs(value);
  const auto* best = &prefixes[3];
  for (const auto& p : prefixes)
  {
    if (size * p.Factor >= 0.9995)
    {
      best = &p;
    }
  }
  best = size > 0.0 && size < 1e-9 ? &prefixes[0] : best;
  char text[64];
  std::snprintf(text, sizeof text, "%.3g ", value * best->Factor);
  return text + (best->Prefix + unit);
}

double RoundBelow(double value)
{
  const double ten = std::pow(10.0, std::floor(std::log10(value) + 1e-9));
  const double parts = value / ten * (1.0 + 1e-9);
  return ten * (parts >= 5.0 ? 5.0 : parts >= 2.0 ? 2.0 : 1.0);
}

std::string LoadSentence(const std::vector<LoadOf>& loads, double key, double window, bool turn)
{
  std::string text;
  std::size_t contacts = 0;
  for (std::size_t k = 0; k < loads.size(); ++k)
  {
    contacts += loads[k].Contacts;
    if (k < Most)
    {
      text += (k > 0 ? "\n" : "") + LineOf(loads[k]);
    }
  }
  if (loads.size() > Most)
  {
    text += "\nand " + std::to_string(loads.size() - Most) + " more structures";
  }
  if (contacts == 0)
  {
    text +=
      (loads.empty() ? "" : "\n") + std::string("no contact at this time: go to another frame");
  }
  else if (key > 0.0)
  {
    text +=
      "\narrows: contact forces on the structure; the single one below is " + Prefixed(key, "N");
  }
  if (window > 0.0)
  {
    text += "\ncolour: mean pressure of the last " + Prefixed(window, "s") +
      (turn ? ", about one turn" : "");
  }
  return text;
}

}
