// reader/exchange_contacts.cxx -- interactions of ON-DEM's format as lines.
//
// Room: plugin/reader.
//
// Body 1 is our a, or, where it is no sphere or two spheres stand the other way round, body 2;
// n is from b to a and f on a:
//
//   n = -normal, f = N normal - shear_force    for a = 1, N = normal_force in traction
//
// YADE's exporters write N in compression.
#include "exchange.h"

#include "file/ondem.h"
#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataArraySelection.h"
#include "vtkNew.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"

#include <algorithm>
#include <array>

namespace granum
{

namespace
{

using Vector = std::array<double, 3>;

/** The arrays of the spheres that contacts need. */
struct Partners
{
  std::map<std::int64_t, std::size_t> Row;
  std::vector<double> Centre, Radius;
  std::map<std::int64_t, int> Structure;
};

Partners ReadExchangePartners(ResultFile& file)
{
  const Spheres spheres = FindSpheres(file);
  const auto ids = SphereIds(file, spheres);
  Partners partners;
  for (std::size_t i = 0; i < ids.size(); ++i)
  {
    partners.Row[ids[i]] = i;
  }
  partners.Centre = ExchangeNumbers(file, spheres.Centres, spheres.Count, 3);
  partners.Radius.assign(spheres.Count, 0.0);
  if (!spheres.Group.empty())
  {
    partners.Radius = ExchangeNumbers(file, spheres.Group + "/" GM_ONDEM_RADIUS, spheres.Count, 1);
  }
  partners.Structure = StructureRows(file, spheres);
  return partners;
}

/** Columns of the lines on their way. */
struct Lines
{
  vtkNew<vtkPoints> Points;
  vtkNew<vtkCellArray> Cells;
  std::map<std::string, std::vector<double>> Column;

  Lines() { this->Points->SetDataType(VTK_DOUBLE); }

  void Put(const char* name, double value) { this->Column[name].push_back(value); }
  void Put(const char* name, const Vector& value)
  {
    this->Column[name].insert(this->Column[name].end(), value.begin(), value.end());
  }
};

/** Groups of interactions: the whole list of older files, or its groups. */
std::vector<std::string> ContactLists(const ResultFile& file)
{
  const std::string root = GM_ONDEM_INTERACTIONS;
  std::vector<std::string> lists;
  if (file.IsDataset(root + "/" GM_ONDEM_ID1))
  {
    lists.push_back(root);
  }
  for (const std::string& name : file.Children(root))
  {
    if (file.IsDataset(root + "/" + name + "/" GM_ONDEM_ID1))
    {
      lists.push_back(root + "/" + name);
    }
  }
  return lists;
}

/** A list of the file; optional arrays that are missing are 0. */
struct List
{
  std::vector<std::int64_t> Id1, Id2, Patch;
  std::vector<double> Normal, Push, Shear, Overlap, Point;

  List(ResultFile& file, const std::string& group)
  {
    const std::string at = group + "/";
    const std::uint64_t n = ExchangeRows(file, at + GM_ONDEM_ID1);
    const auto numbers = [&](const char* name, std::uint64_t width)
    {
      return file.IsDataset(at + name) ? ExchangeNumbers(file, at + name, n, width)
                                       : std::vector<double>(n * width, 0.0);
    };
    this->Id1 = ExchangeIntegers(file, at + GM_ONDEM_ID1, n);
    this->Id2 = ExchangeIntegers(file, at + GM_ONDEM_ID2, n);
    this->Patch = file.IsDataset(at + GM_ONDEM_PATCH)
      ? ExchangeIntegers(file, at + GM_ONDEM_PATCH, n)
      : std::vector<std::int64_t>(n, 0);
    this->Normal = numbers(GM_ONDEM_NORMAL, 3);
    this->Push = numbers(GM_ONDEM_NORMAL_FORCE, 1);
    this->Shear = numbers(GM_ONDEM_SHEAR_FORCE, 3);
    this->Overlap = numbers(GM_ONDEM_OVERLAP, 1);
    this->Point = numbers(GM_ONDEM_CONTACT_POINT, 3);
  }
};

void AddLine(const List& list, std::size_t k, double sign, const Partners& partners, Lines& to)
{
  const auto one = partners.Row.find(list.Id1[k]), two = partners.Row.find(list.Id2[k]);
  const auto none = partners.Row.end();
  if (one == none && two == none)
  {
    return; // of two bodies that are no spheres
  }
  const bool grains = one != none && two != none;
  const bool turned = one == none || (grains && list.Id1[k] > list.Id2[k]);
  const std::size_t a = (turned ? two : one)->second;
  const std::int64_t other = turned ? list.Id1[k] : list.Id2[k];
  const double side = turned ? -1.0 : 1.0;
  Vector n, f, along, across, from, end, point;
  double fn = 0.0;
  for (int i = 0; i < 3; ++i)
  {
    const double normal = list.Normal[3 * k + i];
    n[i] = -side * normal;
    f[i] = side * (sign * list.Push[k] * normal - list.Shear[3 * k + i]);
    fn += f[i] * n[i];
    from[i] = partners.Centre[3 * a + i];
    point[i] = list.Point[3 * k + i];
  }
  for (int i = 0; i < 3; ++i)
  {
    along[i] = fn * n[i];
    across[i] = f[i] - along[i];
    const double foot = from[i] - (partners.Radius[a] - list.Overlap[k]) * n[i];
    end[i] = grains ? partners.Centre[3 * (turned ? one : two)->second + i] : foot;
  }
  const auto structure = partners.Structure.find(other);
  const vtkIdType first = to.Points->InsertNextPoint(from.data());
  to.Cells->InsertNextCell(2);
  to.Cells->InsertCellPoint(first);
  to.Cells->InsertCellPoint(to.Points->InsertNextPoint(end.data()));
  to.Put(GM_NAME_ID_A, static_cast<double>(turned ? list.Id2[k] : list.Id1[k]));
  to.Put(GM_NAME_ID_B, grains ? static_cast<double>(other) : -1.0);
  to.Put(GM_NAME_STRUCTURE_ID,
    grains || structure == partners.Structure.end() ? -1.0 : structure->second);
  to.Put(GM_NAME_PATCH, grains ? -1.0 : static_cast<double>(list.Patch[k]));
  to.Put(GM_NAME_NORMAL, n);
  to.Put(GM_NAME_OVERLAP, list.Overlap[k]);
  to.Put(GM_NAME_FORCE, f);
  to.Put(GM_NAME_FORCE_NORMAL, fn);
  to.Put(GM_NAME_FORCE_TANGENTIAL, across);
  to.Put(GM_NAME_POINT, point);
  to.Put(GM_NAME_KIND, grains ? 0.0 : 1.0);
}

/** Arrays, the numbers in a row of each, and whether they are real. */
const struct
{
  const char* Name;
  int Width;
  bool Real;
} Arrays[] = {
  { GM_NAME_ID_A, 1, false },
  { GM_NAME_ID_B, 1, false },
  { GM_NAME_STRUCTURE_ID, 1, false },
  { GM_NAME_PATCH, 1, false },
  { GM_NAME_NORMAL, 3, true },
  { GM_NAME_OVERLAP, 1, true },
  { GM_NAME_FORCE, 3, true },
  { GM_NAME_FORCE_NORMAL, 1, true },
  { GM_NAME_FORCE_TANGENTIAL, 3, true },
  { GM_NAME_POINT, 3, true },
  { GM_NAME_KIND, 1, false },
};

}

std::vector<std::string> ExchangeContactArrays(const ResultFile& file)
{
  std::vector<std::string> names;
  for (const auto& array : Arrays)
  {
    names.emplace_back(array.Name);
  }
  return ContactLists(file).empty() ? std::vector<std::string>() : names;
}

vtkSmartPointer<vtkPolyData> ReadExchangeContacts(ResultFile& file, Piece piece,
  vtkDataArraySelection* wanted)
{
  auto contacts = vtkSmartPointer<vtkPolyData>::New();
  const auto lists = ContactLists(file);
  if (piece.Number > 0 || lists.empty())
  {
    return contacts;
  }
  const double sign = file.Text("/", GM_ONDEM_SOURCE) == "YADE" ? -1.0 : 1.0;
  const Partners partners = ReadExchangePartners(file);
  Lines lines;
  for (const std::string& group : lists)
  {
    const List list(file, group);
    for (std::size_t k = 0; k < list.Id1.size(); ++k)
    {
      AddLine(list, k, sign, partners, lines);
    }
  }
  contacts->SetPoints(lines.Points);
  contacts->SetLines(lines.Cells);
  const auto units = ExchangeUnits();
  for (const auto& array : Arrays)
  {
    if (wanted->ArrayIsEnabled(array.Name))
    {
      contacts->GetCellData()->AddArray(NewArray(array.Name, units.at(array.Name), array.Width,
        lines.Column[array.Name], array.Real));
    }
  }
  AddExchangeNames(file, contacts->GetFieldData());
  return contacts;
}

}
