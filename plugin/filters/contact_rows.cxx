// filters/contact_rows.cxx -- contacts as numbers: a row a line.
//
// Room: plugin/filters.
#include "contact_rows.h"

#include "arrays.h"

#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkCellType.h"
#include "vtkIdList.h"
#include "vtkNew.h"
#include "vtkPointSet.h"
#include "vtkPolyData.h"

#include <cmath>

namespace granum
{

namespace
{

std::vector<int> IntegersOr(vtkDataArray* array, std::size_t rows, int otherwise)
{
  std::vector<int> values(rows, otherwise);
  for (std::size_t k = 0; array && k < rows; ++k)
  {
    values[k] = static_cast<int>(array->GetComponent(static_cast<vtkIdType>(k), 0));
  }
  return values;
}

/** False if a cell is not a line of two points. */
bool ReadEnds(vtkPointSet* contacts, ContactRows& rows)
{
  const vtkIdType count = contacts->GetNumberOfCells();
  auto* poly = vtkPolyData::SafeDownCast(contacts);
  if (poly && poly->GetNumberOfLines() != count)
  {
    return false;
  }
  rows.EndA.resize(3 * count);
  rows.EndB.resize(3 * count);
  vtkNew<vtkIdList> ends;
  for (vtkIdType k = 0; k < count; ++k)
  {
    if (poly)
    {
      poly->GetLines()->GetCellAtId(k, ends); // builds no table of cells
    }
    else
    {
      contacts->GetCellPoints(k, ends);
    }
    const int type = poly ? VTK_LINE : contacts->GetCellType(k);
    if (ends->GetNumberOfIds() != 2 || (type != VTK_LINE && type != VTK_POLY_LINE))
    {
      return false;
    }
    contacts->GetPoint(ends->GetId(0), &rows.EndA[3 * k]);
    contacts->GetPoint(ends->GetId(1), &rows.EndB[3 * k]);
  }
  return true;
}

/** Unit vectors from b to a. */
std::vector<double> AlongLines(const ContactRows& rows)
{
  std::vector<double> normal(rows.EndA.size());
  for (std::size_t k = 0; k < normal.size(); k += 3)
  {
    double length = 0.0;
    for (std::size_t i = k; i < k + 3; ++i)
    {
      normal[i] = rows.EndA[i] - rows.EndB[i];
      length = std::hypot(length, normal[i]);
    }
    for (std::size_t i = k; i < k + 3 && length > 0.0; ++i)
    {
      normal[i] /= length;
    }
  }
  return normal;
}

}

std::string ReadContactRows(vtkPointSet* contacts, const std::string& force, ContactRows& rows)
{
  const vtkIdType count = contacts->GetNumberOfCells();
  if (!ReadEnds(contacts, rows))
  {
    return "Contacts must be lines of two points and nothing else, as the port Contacts of "
           "Granum Reader gives them";
  }
  if (count == 0)
  {
    return "";
  }
  vtkCellData* cells = contacts->GetCellData();
  vtkDataArray* normal = Find(cells, GM_NAME_NORMAL, 3);
  rows.Normal = normal ? NumbersIn(normal) : AlongLines(rows);
  rows.Kind = IntegersOr(Find(cells, GM_NAME_KIND, 1), count, 0);
  rows.Structure = IntegersOr(Find(cells, GM_NAME_STRUCTURE_ID, 1), count, -1);
  rows.StructureA = IntegersOr(Find(cells, GM_NAME_STRUCTURE_A, 1), count, -1);
  rows.IdA = IntegersIn(Find(cells, GM_NAME_ID_A, 1));
  rows.IdB = IntegersIn(Find(cells, GM_NAME_ID_B, 1));

  vtkDataArray* array = cells->GetArray(force.c_str());
  if (!array || (array->GetNumberOfComponents() != 1 && array->GetNumberOfComponents() != 3))
  {
    return "The contacts have no cell array '" + force +
      "' of one number (the normal force) or three (the force on a)";
  }
  rows.Force = NumbersIn(array);
  if (array->GetNumberOfComponents() == 3)
  {
    std::vector<double> along(count);
    for (vtkIdType k = 0; k < count; ++k)
    {
      const double* f = &rows.Force[3 * k];
      const double* n = &rows.Normal[3 * k];
      along[k] = f[0] * n[0] + f[1] * n[1] + f[2] * n[2];
    }
    rows.Vector.swap(rows.Force);
    rows.Force.swap(along);
  }
  return "";
}

}
