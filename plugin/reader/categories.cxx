// reader/categories.cxx -- names and colours of the arrays that hold codes.
//
// Room: plugin/reader.  The codes are those of file/schema.h; `served` of Virtual
// Particle Shell and `arrow` of Body Motion have their own.
#include "categories.h"

#include "vtkSMSettings.h"

#include <sstream>
#include <string>
#include <vector>

namespace granum
{

namespace
{

constexpr double Priority = 0.5; // below the settings of an installation or of the user

struct Category
{
  int Value;
  const char* Name;
  const char* Color; // red, green, blue
};

using Categories = std::vector<Category>;

const Categories Sources = { { -1, "not evaluated", "0.80,0.80,0.78" },
  { 0, "primitive", "0.45,0.53,0.60" }, { 1, "virtual particles", "0.17,0.45,0.70" },
  { 2, "triangles: more accurate", "0.95,0.68,0.25" },
  { 3, "triangles: particles missing", "0.78,0.15,0.12" },
  { 4, "none: particles missing", "0.25,0.02,0.30" },
  { 5, "virtual particles: edge", "0.25,0.70,0.60" } };

/** Over triangles; grains that no structure is near are not among them. */
const Categories Covered = { { -1, "no grain near", "0.80,0.80,0.78" },
  { 0, "primitive", "0.45,0.53,0.60" }, { 1, "virtual particles", "0.17,0.45,0.70" },
  { 2, "triangles: more accurate", "0.95,0.68,0.25" },
  { 3, "triangles: particles missing", "0.72,0.36,0.66" },
  { 4, "none: particles missing", "0.10,0.02,0.12" } };

const Categories Served = { { -1, "around", "0.88,0.88,0.86" }, { 0, "not used", "0.66,0.66,0.66" },
  { 1, "serves", "0.17,0.45,0.70" }, { 2, "missing (hollow)", "0.90,0.00,0.10" } };

/** Cells of a hybrid run. */
const Categories Zones = { { 0, "discrete", "0.84,0.37,0.00" }, { 1, "coupling", "0.95,0.85,0.35" },
  { 2, "continuum", "0.00,0.45,0.70" } };

std::string CategoryTable(const std::string& array, const Categories& categories)
{
  std::ostringstream names, colors;
  for (const Category& c : categories)
  {
    const char* before = &c == &categories.front() ? "" : ",";
    names << before << '"' << c.Value << "\",\"" << c.Name << '"';
    colors << before << c.Color;
  }
  return '"' + array + R"(":{"PVLookupTable":{"IndexedLookup":1,"Annotations":[)" + names.str() +
    R"(],"IndexedColors":[)" + colors.str() + "]}}";
}

}

void KnowCategories()
{
  static bool known = false;
  if (known)
  {
    return;
  }
  known = true;
  vtkSMSettings::GetInstance()->AddCollectionFromString(R"({"array_lookup_tables":{)" +
      CategoryTable("source", Sources) + ',' + CategoryTable("answered", Sources) + ',' +
      CategoryTable("coverage", Covered) + ',' + CategoryTable("audit_answered", Covered) + ',' +
      CategoryTable("served", Served) + ',' + CategoryTable("zone", Zones) + "}}",
    Priority);
}

}
