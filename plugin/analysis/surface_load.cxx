// analysis/surface_load.cxx -- loads of contacts on the cells of a surface.
//
// Room: plugin/analysis.
#include "surface_load.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace granum
{

void SurfaceLoad::Reset(std::size_t cells)
{
  this->Force.assign(3 * cells, 0.0);
  this->Push.assign(cells, 0.0);
  this->Contacts.assign(cells, 0.0);
}

void SurfaceLoad::Add(std::size_t cell, const double force[3], double push)
{
  for (std::size_t i = 0; i < 3; ++i)
  {
    this->Force[3 * cell + i] += force[i];
  }
  this->Push[cell] += push;
  this->Contacts[cell] += 1.0;
}

void BodyLoad::Reset(std::size_t bodies)
{
  this->Force.assign(3 * bodies, 0.0);
  this->Torque.assign(3 * bodies, 0.0);
}

void BodyLoad::Add(std::size_t body, const double force[3], const double point[3],
  const double origin[3])
{
  const double arm[3] = { point[0] - origin[0], point[1] - origin[1], point[2] - origin[2] };
  for (std::size_t i = 0; i < 3; ++i)
  {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    this->Force[3 * body + i] += force[i];
    this->Torque[3 * body + i] += arm[j] * force[k] - arm[k] * force[j];
  }
}

double Percentile(std::vector<double> values, double part)
{
  if (values.empty())
  {
    return 0.0;
  }
  std::sort(values.begin(), values.end());
  const double place = part * static_cast<double>(values.size() - 1);
  const auto low = static_cast<std::size_t>(place);
  const std::size_t high = std::min(low + 1, values.size() - 1);
  return values[low] + (place - static_cast<double>(low)) * (values[high] - values[low]);
}

double PolygonArea(const std::vector<std::array<double, 3>>& corners)
{
  double twice[3] = { 0.0, 0.0, 0.0 };
  for (std::size_t c = 1; c + 1 < corners.size(); ++c)
  {
    double a[3], b[3];
    for (int i = 0; i < 3; ++i)
    {
      a[i] = corners[c][i] - corners[0][i];
      b[i] = corners[c + 1][i] - corners[0][i];
    }
    for (int i = 0; i < 3; ++i)
    {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      twice[i] += a[j] * b[k] - a[k] * b[j];
    }
  }
  return 0.5 * std::hypot(twice[0], twice[1], twice[2]);
}

// The load of structures in words.

namespace
{

constexpr std::size_t Most = 5; // lines of structures

std::string PlaceInWords(const Vector3& x)
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
    text += ", torque about its axis " + Prefixed(about, "N m") + ",\n" +
      (about < 0.0      ? "against the rotation, "
          : about > 0.0 ? "with the rotation, "
                        : "") +
      "the axis through ";
  }
  else
  {
    text += ", torque " + Prefixed(LengthOf(load.Torque), "N m") + " about ";
  }
  return text + PlaceInWords(load.Reference);
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
    text += "\narrows: contact forces; the single one below is " + Prefixed(key, "N");
  }
  if (window > 0.0)
  {
    text += "\ncolour: mean pressure of the last " + Prefixed(window, "s") +
      (turn ? ", about one turn" : "");
  }
  return text;
}

}
