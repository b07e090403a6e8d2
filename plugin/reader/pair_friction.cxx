// reader/pair_friction.cxx -- friction coefficients of pairs of materials, from the scene.
//
// Room: plugin/reader.  The scene as it was used is written by the solver, one key a line; what
// is written in another way counts as unknown.
#include "blocks.h"

#include "file/schema.h"

#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkIntArray.h"
#include "vtkNew.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace granum
{

namespace
{

/** The value of a line `key: value` with that beginning; "" of another line. */
std::string After(const std::string& line, const std::string& beginning)
{
  return line.compare(0, beginning.size(), beginning) == 0 ? line.substr(beginning.size()) : "";
}

int RowOf(const std::vector<std::string>& names, const std::string& name)
{
  const auto at = std::find(names.begin(), names.end(), name);
  return at == names.end() ? -1 : static_cast<int>(at - names.begin());
}

}

void AddFriction(ResultFile& file, vtkFieldData* fields)
{
  const std::string dataset = GM_GROUP_SCENE "/" GM_NAME_EFFECTIVE;
  const std::string named = GM_GROUP_NAMES "/" GM_NAME_MATERIALS;
  if (!file.Has(dataset) || !file.Has(named))
  {
    return;
  }
  const Table table = file.Open(dataset, { Expected::Integers, {} });
  std::string scene;
  for (const std::int64_t c : table.Integers(0, table.Rows()))
  {
    scene.push_back(static_cast<char>(c));
  }
  const std::vector<std::string> materials = file.Texts(named);
  const std::vector<std::string> structures = StructureNames(file);
  const auto count = static_cast<int>(materials.size());
  vtkNew<vtkDoubleArray> friction;
  friction->SetName("friction_of_pairs");
  friction->SetNumberOfComponents(std::max(count, 1));
  friction->SetNumberOfTuples(count);
  friction->Fill(-1); // ParaView cannot send NaN between ranks
  vtkNew<vtkIntArray> of;
  of->SetName("structure_material");
  of->SetNumberOfTuples(static_cast<vtkIdType>(structures.size()));
  of->Fill(-1);

  std::istringstream lines(scene);
  std::string line, block;
  int a = -1, b = -1, structure = -1;
  while (std::getline(lines, line))
  {
    if (!line.empty() && line[0] != ' ')
    {
      block = line;
    }
    const std::string pair = After(line, "    - between: [");
    if (block == "contacts:" && !pair.empty())
    {
      const std::size_t comma = pair.find(", "), end = pair.find(']');
      const bool two = comma != std::string::npos && end != std::string::npos && comma < end;
      a = two ? RowOf(materials, pair.substr(0, comma)) : -1;
      b = two ? RowOf(materials, pair.substr(comma + 2, end - comma - 2)) : -1;
    }
    const std::string value = After(line, "      friction: ");
    if (block == "contacts:" && !value.empty() && a >= 0 && b >= 0)
    {
      char* end = nullptr;
      const double number = std::strtod(value.c_str(), &end);
      if (end != value.c_str() && *end == '\0')
      {
        friction->SetComponent(a, b, number);
        friction->SetComponent(b, a, number);
      }
    }
    if (block == "structures:")
    {
      const std::string name = After(line, "  - name: "), material = After(line, "    material: ");
      structure = name.empty() ? structure : RowOf(structures, name);
      if (!material.empty() && structure >= 0)
      {
        of->SetValue(structure, RowOf(materials, material));
      }
    }
  }
  fields->AddArray(friction);
  fields->AddArray(of);
}

}
