// reader/mesh_findings.cxx -- what the solver found in the meshes, by structure.
//
// Room: plugin/reader.
#include "blocks.h"

#include "file/schema.h"

#include "vtkFieldData.h"
#include "vtkNew.h"
#include "vtkStringArray.h"

#include <algorithm>

namespace granum
{

namespace
{

constexpr std::uint64_t LongestReport = 1 << 20; // bytes; what follows is not read

/** The report as lines of printable characters: ParaView hands field data to its windows and to
 * other processes as text, which must not hold control characters. */
std::vector<std::string> ReportLines(ResultFile& file)
{
  const std::string dataset = GM_GROUP_SCENE "/" GM_NAME_MESH_REPORT;
  std::vector<std::string> lines(1);
  if (!file.Has(dataset))
  {
    return lines;
  }
  const Expected bytes = { Expected::Integers, {} };
  const std::uint64_t rows = std::min(file.Open(dataset, bytes).Rows(), LongestReport);
  for (const std::int64_t byte : file.Integers(dataset, 0, rows))
  {
    if (byte == '\n')
    {
      lines.emplace_back();
      continue;
    }
    lines.back() += byte >= ' ' && byte <= '~' ? static_cast<char>(byte) : '?';
  }
  return lines;
}

std::string Printable(std::string name)
{
  std::replace_if(
    name.begin(), name.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return name;
}

}

void AddFindings(ResultFile& file, vtkFieldData* fields)
{
  std::vector<std::string> starts;
  for (const std::string& name : StructureNames(file))
  {
    starts.push_back("mesh " + Printable(name) + " (");
  }
  std::vector<std::string> findings(starts.size());
  std::size_t now = starts.size();
  for (const std::string& line : ReportLines(file))
  {
    if (line.compare(0, 2, "  ") != 0) // a mesh begins
    {
      now = 0;
      while (now < starts.size() && line.compare(0, starts[now].size(), starts[now]) != 0)
      {
        ++now;
      }
    }
    if (now < starts.size())
    {
      findings[now] += (findings[now].empty() ? "" : "\n") + line;
    }
  }
  vtkNew<vtkStringArray> texts;
  texts->SetName(GM_NAME_MESH_REPORT);
  for (const std::string& text : findings)
  {
    texts->InsertNextValue(text);
  }
  fields->AddArray(texts);
}

}
