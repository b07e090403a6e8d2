// filters/chain_rows.cxx -- the force chains of contacts that may lie on several ranks.
//
// Room: plugin/filters.
#include "chain_rows.h"

#include "analysis/force_chains.h"
#include "arrays.h"
#include "ranks.h"

#include "file/schema.h"

#include "vtkCellData.h"

namespace granum
{

namespace
{

ChainContacts Contacts(const ContactRows& rows, vtkCellData* cells, const GrainRows& grains)
{
  const std::size_t count = rows.Count();
  ChainContacts contacts;
  contacts.A.resize(count);
  contacts.B.resize(count);
  contacts.Pushes.resize(count);
  contacts.Force = rows.Vector.empty() ? std::vector<double>(3 * count) : rows.Vector;
  contacts.ArmA.resize(3 * count);
  contacts.ArmB.resize(3 * count);
  contacts.Branch.resize(3 * count);
  const std::vector<double> sliding = NumbersIn(Find(cells, GM_NAME_FORCE_TANGENTIAL, 3));
  const std::vector<double> point = NumbersIn(Find(cells, GM_NAME_POINT, 3));
  for (std::size_t k = 0; k < count; ++k)
  {
    contacts.A[k] = grains.RowOf(rows.IdA[k]);
    contacts.B[k] = rows.Kind[k] == 0 ? grains.RowOf(rows.IdB[k]) : -1;
    contacts.Pushes[k] = rows.Force[k] > 0.0;
    const double a = contacts.A[k] >= 0 ? grains.Radius[contacts.A[k]] : 0.0;
    const double b = contacts.B[k] >= 0 ? grains.Radius[contacts.B[k]] : 0.0;
    const double share = a + b > 0.0 ? a / (a + b) : 0.0;
    for (std::size_t i = 3 * k; i < 3 * k + 3; ++i)
    {
      const double line = rows.EndB[i] - rows.EndA[i];
      const double at = point.empty() ? rows.EndA[i] + share * line : point[i];
      contacts.ArmA[i] = at - rows.EndA[i];
      contacts.ArmB[i] = at - rows.EndB[i];
      contacts.Branch[i] = line;
      if (rows.Vector.empty())
      {
        contacts.Force[i] = rows.Force[k] * rows.Normal[i] + (sliding.empty() ? 0.0 : sliding[i]);
      }
    }
  }
  return contacts;
}

}

ChainRows FindChains(const ContactRows& rows, vtkCellData* cells, const GrainRows& grains,
  const GrainBody& body, double angle, int least)
{
  const std::size_t count = grains.Id.size();
  const ChainContacts contacts = Contacts(rows, cells, grains);
  std::vector<double> moments = LoadMoments(contacts, count);
  std::vector<double> touched(count, 0.0);
  for (std::size_t k = 0; k < contacts.Count(); ++k)
  {
    for (const std::int64_t grain : { contacts.A[k], contacts.B[k] })
    {
      if (grain >= 0)
      {
        touched[grain] += 1.0;
      }
    }
  }
  SumOverRanks(moments);
  SumOverRanks(touched);
  std::vector<Principal> stress(count);
  for (std::size_t i = 0; i < count; ++i)
  {
    const double volume = body.Volume(grains.Radius[i]);
    stress[i] = MostCompressive(&moments[6 * i]);
    stress[i].Value = volume > 0.0 ? stress[i].Value / volume : 0.0;
  }

  ChainRows found;
  const std::vector<char> joins = ChainLinks(contacts, stress, touched, angle, found.MeanStress);
  std::vector<std::int64_t> joined;
  for (std::size_t k = 0; k < contacts.Count(); ++k)
  {
    if (joins[k])
    {
      joined.insert(joined.end(), { contacts.A[k], contacts.B[k] });
    }
  }
  GatherOverRanks(joined);
  const Chains chains = JoinChains(joined, count, least);
  found.Count = chains.Count;
  found.Id.assign(contacts.Count(), 0);
  found.Length.assign(contacts.Count(), 0);
  for (std::size_t k = 0; k < contacts.Count(); ++k)
  {
    if (joins[k])
    {
      found.Id[k] = chains.Id[contacts.A[k]];
      found.Length[k] = chains.Length[contacts.A[k]];
    }
  }
  return found;
}

}
