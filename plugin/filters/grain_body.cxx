// filters/grain_body.cxx -- volume and mass of a grain: a sphere, or a body in a plane.
//
// Room: plugin/filters.
#include "grain_body.h"

#include "arrays.h"
#include "ranks.h"

#include "file/schema.h"

#include "vtkDataObject.h"
#include "vtkFieldData.h"
#include "vtkInformation.h"
#include "vtkInformationDataObjectMetaDataKey.h"
#include "vtkInformationKeyLookup.h"
#include "vtkMath.h"
#include "vtkStringArray.h"

namespace granum
{

namespace
{

double First(vtkFieldData* fields, const char* name, double absent)
{
  const std::vector<double> numbers = NumbersIn(Find(fields, name, 1));
  return numbers.empty() ? absent : numbers.front();
}

double Ball(double r) { return 4.0 / 3.0 * vtkMath::Pi() * r * r * r; }

}

double GrainBody::Volume(double r) const
{
  return this->Flat ? vtkMath::Pi() * r * r * this->Thickness : Ball(r);
}

double GrainBody::Mass(double r, double density) const
{
  return density * (this->Disc ? this->Volume(r) : Ball(r));
}

GrainBody BodyOf(vtkFieldData* fields)
{
  GrainBody body;
  const double thickness = First(fields, GM_ATTR_THICKNESS, 0.0);
  if (First(fields, GM_ATTR_DIMENSIONS, 3.0) != 2.0 || !(thickness > 0.0))
  {
    return body;
  }
  auto* grains = vtkStringArray::SafeDownCast(fields->GetAbstractArray(GM_ATTR_BODY));
  body.Flat = true;
  body.Disc = !grains || grains->GetNumberOfValues() == 0 || grains->GetValue(0) == "disc";
  body.Thickness = thickness;
  return body;
}

GrainBody BodyOverRanks(vtkFieldData* fields)
{
  const GrainBody here = BodyOf(fields);
  std::vector<double> all = { here.Flat ? 1.0 : 0.0, here.Disc ? 1.0 : 0.0,
    here.Flat ? here.Thickness : 0.0 };
  MaxOverRanks(all);
  GrainBody body;
  body.Flat = all[0] > 0.0;
  body.Disc = all[1] > 0.0;
  body.Thickness = body.Flat ? all[2] : 1.0;
  return body;
}

bool WillBeFlat(vtkInformation* connection)
{
  auto* key = dynamic_cast<vtkInformationDataObjectMetaDataKey*>(
    vtkInformationKeyLookup::Find("BODY", "vtkGranumReader"));
  vtkDataObject* data = key && connection->Has(key)
    ? vtkDataObject::SafeDownCast(connection->Get(key))
    : vtkDataObject::GetData(connection);
  return data && data->GetFieldData() && BodyOf(data->GetFieldData()).Flat;
}

}
