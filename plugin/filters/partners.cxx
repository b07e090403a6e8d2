// filters/partners.cxx -- the contacts of chosen grains, as a list.
//
// Room: plugin/filters.
#include "partners.h"

#include "arrays.h"

#include "analysis/surface_load.h"
#include "file/schema.h"

#include "vtkCellData.h"
#include "vtkFieldData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPointSet.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>

namespace granum
{

namespace
{

constexpr std::size_t Most = 12; // lines of text

bool IsNumber(const std::string& word, std::int64_t& number)
{
  char* end = nullptr;
  number = std::strtoll(word.c_str(), &end, 10);
  return !word.empty() && *end == '\0' && number >= 0;
}

vtkStringArray* StructuresOf(vtkPointSet* contacts)
{
  return vtkStringArray::SafeDownCast(
    contacts->GetFieldData()->GetAbstractArray(GM_NAME_STRUCTURES));
}

/** A structure by its name; -1 if there is none. */
std::int64_t StructureOf(vtkPointSet* contacts, const std::string& name)
{
  vtkStringArray* names = StructuresOf(contacts);
  return names ? names->LookupValue(name) : -1;
}

std::string PartnerName(vtkPointSet* contacts, int s)
{
  vtkStringArray* names = StructuresOf(contacts);
  return names && s >= 0 && s < names->GetNumberOfValues() ? names->GetValue(s)
                                                           : "structure " + std::to_string(s);
}

const char* SourceInWords(std::int64_t source)
{
  switch (source)
  {
    case GM_ANSWERED_PRIMITIVE:
      return "primitive";
    case GM_ANSWERED_SITES:
      return "virtual particles";
    case GM_ANSWERED_EDGES:
      return "virtual particles: edge";
    case GM_ANSWERED_ERROR:
      return "triangles: virtual particles inaccurate";
    case GM_ANSWERED_MISSING:
      return "triangles: virtual particles missing";
    default:
      return "";
  }
}

/** The friction coefficient of a contact, NaN if it is not known. */
struct Friction
{
  vtkDataArray *Pairs, *OfStructure;
  std::map<std::int64_t, int> OfGrain;

  Friction(vtkPointSet* contacts, vtkPolyData* grains)
    : Pairs(contacts->GetFieldData()->GetArray("friction_of_pairs"))
    , OfStructure(Find(contacts->GetFieldData(), "structure_material", 1))
  {
    const auto id = grains ? IntegersIn(Find(grains->GetPointData(), GM_NAME_ID, 1))
                           : std::vector<std::int64_t>();
    const auto material = grains ? IntegersIn(Find(grains->GetPointData(), GM_NAME_MATERIAL, 1))
                                 : std::vector<std::int64_t>();
    for (std::size_t i = 0; i < std::min(id.size(), material.size()); ++i)
    {
      this->OfGrain[id[i]] = static_cast<int>(material[i]);
    }
  }

  double Of(const ContactRows& rows, std::size_t k) const
  {
    const auto material = [&](std::int64_t id)
    {
      const auto at = this->OfGrain.find(id);
      return at == this->OfGrain.end() ? -1 : at->second;
    };
    const int s = rows.Structure[k];
    const int a = material(rows.IdA[k]);
    const int b = rows.IdB[k] >= 0 ? material(rows.IdB[k])
      : this->OfStructure && s >= 0 && s < this->OfStructure->GetNumberOfTuples()
      ? static_cast<int>(this->OfStructure->GetComponent(s, 0))
      : -1;
    const double known = this->Pairs && a >= 0 && b >= 0 && a < this->Pairs->GetNumberOfTuples() &&
        b < this->Pairs->GetNumberOfComponents()
      ? this->Pairs->GetComponent(a, b)
      : -1;
    return known >= 0 ? known : std::nan("");
  }
};

}

bool PartnerChoice::Has(const ContactRows& rows, std::size_t k) const
{
  if (rows.IdA.empty() || rows.IdB.empty())
  {
    return false;
  }
  const std::int64_t a = rows.IdA[k], b = rows.IdB[k];
  return std::any_of(this->Words.begin(), this->Words.end(),
    [&](const Word& w)
    {
      return w.Structure >= 0 ? a == w.Grain && b < 0 && rows.Structure[k] == w.Structure
        : w.Other >= 0        ? (a == w.Grain && b == w.Other) || (b == w.Grain && a == w.Other)
                              : a == w.Grain || b == w.Grain;
    });
}

bool PartnerChoice::Names(std::int64_t id) const
{
  return std::any_of(this->Words.begin(), this->Words.end(),
    [&](const Word& w) { return w.Grain == id; });
}

std::string ReadChoice(const std::string& words, vtkPointSet* contacts, PartnerChoice& choice)
{
  std::string word;
  std::vector<std::string> found;
  for (const char c : words + " ")
  {
    if (c != ' ' && c != ',' && c != '\n')
    {
      word.push_back(c);
    }
    else if (!word.empty())
    {
      found.push_back(word);
      word.clear();
    }
  }
  for (const std::string& one : found)
  {
    PartnerChoice::Word read = { -1, -1, -1 };
    const std::size_t dash = one.find('-');
    const std::string other = dash == std::string::npos ? "" : one.substr(dash + 1);
    bool good = IsNumber(one.substr(0, dash), read.Grain);
    if (good && dash != std::string::npos && !IsNumber(other, read.Other))
    {
      read.Other = -1;
      read.Structure = StructureOf(contacts, other);
      good = read.Structure >= 0;
    }
    if (!good)
    {
      return "OnlyOf has '" + one +
        "'; ids of grains are expected (100), pairs of them (100-205), or a grain and the name of "
        "a structure (100-left)";
    }
    choice.Words.push_back(read);
  }
  return "";
}

std::string FillPartners(vtkPointSet* contacts, const ContactRows& rows,
  const std::vector<vtkIdType>& kept, const PartnerChoice& choice, vtkPolyData* grains,
  vtkTable* output)
{
  vtkCellData* cells = contacts->GetCellData();
  const auto overlaps = NumbersIn(Find(cells, GM_NAME_OVERLAP, 1));
  const auto sources = IntegersIn(Find(cells, GM_NAME_SOURCE, 1));
  const auto across = NumbersIn(Find(cells, GM_NAME_FORCE_TANGENTIAL, 3));
  const Friction friction(contacts, grains);
  struct Row
  {
    std::int64_t Grain;
    std::string Partner;
    std::size_t Contact;
  };
  std::vector<Row> list;
  for (const vtkIdType one : kept)
  {
    const auto k = static_cast<std::size_t>(one);
    const std::int64_t a = rows.IdA[k], b = rows.IdB[k];
    const bool second = !choice.Names(a) && b >= 0;
    list.push_back({ second ? b : a,
      b >= 0 ? std::to_string(second ? a : b) : PartnerName(contacts, rows.Structure[k]), k });
  }
  std::stable_sort(list.begin(), list.end(),
    [&](const Row& x, const Row& y) {
      return x.Grain != y.Grain ? x.Grain < y.Grain : rows.Force[x.Contact] > rows.Force[y.Contact];
    });
  vtkNew<vtkStringArray> grain, partner, from;
  grain->SetName("grain");
  partner->SetName("partner");
  from->SetName("source");
  std::vector<double> normal, tangential, mobilised, overlap;
  std::string text;
  for (const Row& row : list)
  {
    const std::size_t k = row.Contact;
    const double ft = across.empty()
      ? std::nan("")
      : std::hypot(across[3 * k], across[3 * k + 1], across[3 * k + 2]);
    const double limit = friction.Of(rows, k) * rows.Force[k];
    const std::string source = sources.empty() ? "" : SourceInWords(sources[k]);
    grain->InsertNextValue(std::to_string(row.Grain));
    partner->InsertNextValue(row.Partner);
    from->InsertNextValue(source);
    normal.push_back(rows.Force[k]);
    tangential.push_back(ft);
    mobilised.push_back(limit > 0.0 ? ft / limit : std::nan(""));
    overlap.push_back(overlaps.empty() ? std::nan("") : overlaps[k]);
    if (normal.size() <= Most)
    {
      char share[48] = "";
      if (!std::isnan(mobilised.back()))
      {
        std::snprintf(share, sizeof share, " (%.0f %% of friction)", 100.0 * mobilised.back());
      }
      text += (text.empty() ? "" : "\n") + std::to_string(row.Grain) + " - " + row.Partner +
        ": normal " + Prefixed(normal.back(), "N") + ", tangential " + Prefixed(ft, "N") + share +
        ", overlap " + Prefixed(overlap.back(), "m") + (source.empty() ? "" : ", " + source);
    }
  }
  if (list.size() > Most)
  {
    text += "\nand " + std::to_string(list.size() - Most) + " more: see the table Partners";
  }
  std::set<std::int64_t> alone;
  for (const PartnerChoice::Word& w : choice.Words)
  {
    alone.insert(w.Grain);
  }
  for (const Row& row : list)
  {
    alone.erase(rows.IdA[row.Contact]);
    alone.erase(rows.IdB[row.Contact]);
  }
  std::string names;
  std::size_t named = 0;
  for (const std::int64_t id : alone)
  {
    names += named++ < Most ? (named > 1 ? ", " : "") + std::to_string(id) : "";
  }
  if (named > 0)
  {
    text += (text.empty() ? "" : "\n") + names +
      (named > Most ? " and " + std::to_string(named - Most) + " more" : "") + ": no contact";
  }
  output->AddColumn(grain);
  output->AddColumn(partner);
  output->AddColumn(NumbersOf(GM_NAME_FORCE_NORMAL, "N", normal));
  output->AddColumn(NumbersOf(GM_NAME_FORCE_TANGENTIAL, "N", tangential));
  output->AddColumn(NumbersOf("mobilised", "1", mobilised));
  output->AddColumn(NumbersOf(GM_NAME_OVERLAP, "m", overlap));
  output->AddColumn(from);
  return text;
}

void CopyPartners(const ContactRows& rows, const std::vector<vtkIdType>& kept,
  const PartnerChoice& choice, vtkPolyData* grains, vtkPolyData* output)
{
  std::set<std::int64_t> ids;
  for (const vtkIdType k : kept)
  {
    ids.insert({ rows.IdA[static_cast<std::size_t>(k)], rows.IdB[static_cast<std::size_t>(k)] });
  }
  const auto id = IntegersIn(Find(grains->GetPointData(), GM_NAME_ID, 1));
  std::vector<vtkIdType> some;
  std::vector<bool> named;
  for (std::size_t i = 0; i < id.size(); ++i)
  {
    const bool picked = choice.Names(id[i]); // also one without contact
    if (picked || ids.count(id[i]) > 0)
    {
      some.push_back(static_cast<vtkIdType>(i));
      named.push_back(picked);
    }
  }
  CopyPoints(grains, some, output);
  const auto picked = NewIntegers("picked", static_cast<vtkIdType>(some.size()));
  for (std::size_t i = 0; i < named.size(); ++i)
  {
    picked->SetValue(static_cast<vtkIdType>(i), named[i] ? 1 : 0);
  }
  output->GetPointData()->AddArray(picked);
}

}
