// analysis/coverage_sentence.cxx -- where virtual particles are missing, in words.
//
// Room: plugin/analysis.
#include "coverage_sentence.h"

#include <algorithm>
#include <cstdio>

namespace granum
{

namespace
{

const std::string NoRemedy =
  "choose virtual_particles.spacing: auto; granum check shows the limits";

std::string InPercent(double part, double of)
{
  char text[32];
  std::snprintf(text, sizeof text, "%.3g %%", of > 0.0 ? 100.0 * part / of : 0.0);
  return text;
}

/** The share of the audit, or of the triangles for a result without its sums. */
std::string ShareOfQueries(const CoveredStructure& s)
{
  if (s.Queries > 0)
  {
    return s.Missing > 0
      ? "virtual particles missing at " +
        InPercent(static_cast<double>(s.Missing), static_cast<double>(s.Queries)) +
        " of the positions tested"
      : "virtual particles complete at all " + Grouped(s.Queries) + " positions tested";
  }
  if (s.Worst > 0)
  {
    return "virtual particles missing over " + Grouped(s.Worst) + " of " + Grouped(s.Triangles) +
      " triangles";
  }
  return s.Audited ? "no triangle lacks virtual particles"
                   : "the result has no audit (output.audit)";
}

bool LacksSites(const CoveredStructure& s) { return s.Missing > 0 || s.Worst > 0 || s.Grains > 0; }

std::string CountedGrains(std::int64_t n)
{
  return (n == 0 ? "no" : Grouped(n)) + (n == 1 || n == 0 ? " grain" : " grains") + " at a gap now";
}

std::string CountedLosses(std::int64_t n)
{
  return (n == 0 ? "no" : Grouped(n)) + (n == 1 || n == 0 ? " distance" : " distances") +
    " lost so far";
}

}

std::string Grouped(std::int64_t number)
{
  std::string digits = std::to_string(number);
  const std::size_t sign = number < 0 ? 1 : 0;
  for (std::size_t i = digits.size(); i > sign + 3; i -= 3)
  {
    digits.insert(i - 3, ",");
  }
  return digits;
}

std::string OpenSentence(const std::vector<OpenMesh>& meshes)
{
  std::string text;
  for (const OpenMesh& m : meshes)
  {
    char place[96];
    std::snprintf(place, sizeof place, "first at (%.4g %.4g %.4g) m", m.First[0], m.First[1],
      m.First[2]);
    text += "\n" + m.Name + ": the mesh is open (" + Grouped(m.Edges) +
      (m.Edges == 1 ? " edge, " : " edges, ") + place + ")";
    if (m.Grains == OpenMesh::Both)
    {
      text += ":\na sheet with grains on both sides; close it if it should be a solid";
    }
    else if (m.Grains == OpenMesh::Parts)
    {
      text += ":\nits open parts are sheets with grains on both sides; close them if they should "
              "be solid";
    }
    else if (m.Grains == OpenMesh::One)
    {
      text += ":\nits holes count as closed; for a vessel with an opening use side: both";
    }
    else
    {
      text += ":\nclose it if it should be a solid";
    }
  }
  return text.empty() ? text : text.substr(1);
}

std::string CoverageSentence(const std::vector<CoveredStructure>& structures,
  const CoverageEvents& events)
{
  if (structures.empty())
  {
    return "no structure of this result has virtual particles:\n"
           "primitives are exact, and there is no coverage to show";
  }
  const std::string lost = events.Lost >= 0 ? CountedLosses(events.Lost) : "";
  // Losses without a missing site in the audit come from overlaps beyond the tested ones.
  const bool beyond =
    events.Lost > 0 && std::none_of(structures.begin(), structures.end(), LacksSites);
  std::string text;
  CoveredStructure whole; // all that are complete, in one sentence behind the others
  whole.Queries = 0;
  std::size_t listed = 0;
  for (const CoveredStructure& s : structures)
  {
    if (!LacksSites(s) && !beyond && s.Queries > 0)
    {
      whole.Name += (whole.Name.empty() ? "" : ", ") + s.Name;
      whole.Queries += s.Queries;
      continue;
    }
    ++listed;
    text += s.Name + ": " + ShareOfQueries(s) + ";\n" + CountedGrains(s.Grains);
    text += structures.size() == 1 && !lost.empty() ? ", " + lost : "";
    text += LacksSites(s) || beyond ? ";\n" + (s.Remedy.empty() ? NoRemedy : s.Remedy) : "";
    text += "\n";
  }
  if (!whole.Name.empty())
  {
    text += whole.Name + ": " + ShareOfQueries(whole);
    text += listed == 0 ? ";\n" + CountedGrains(0) + (lost.empty() ? "" : ", " + lost) : "";
    text += "\n";
  }
  if (structures.size() > 1 && listed > 0 && !lost.empty())
  {
    text += "all together: " + lost + "\n";
  }
  const double all = static_cast<double>(events.BySites) + static_cast<double>(events.ByTriangles);
  if (events.BySites >= 0 && events.ByTriangles > 0)
  {
    text += "triangles served " + InPercent(static_cast<double>(events.ByTriangles), all) + " of " +
      Grouped(events.BySites + events.ByTriangles) + " distances so far\n";
  }
  text.pop_back();
  return text;
}

}
