// reader/plane_view.cxx -- the first picture of a result of two dimensions.
//
// Room: plugin/reader.
#include "plane_view.h"

#include "when_shown.h"

#include "file/schema.h"

#include "vtkDataObject.h"
#include "vtkMath.h"
#include "vtkPVArrayInformation.h"
#include "vtkPVDataInformation.h"
#include "vtkPVXMLElement.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMSourceProxy.h"

#include <algorithm>
#include <vector>

namespace granum
{

namespace
{

constexpr double Squeezed = 0.01; // 1  depth of a squeezed display over its width

vtkPVDataInformation* DataOf(vtkSMProxy* display)
{
  if (!display->GetProperty("Input"))
  {
    return nullptr;
  }
  const vtkSMPropertyHelper input(display, "Input");
  auto* source = vtkSMSourceProxy::SafeDownCast(input.GetAsProxy());
  return source ? source->GetDataInformation(input.GetOutputPort()) : nullptr;
}

bool ShowsSpace(vtkSMProxy* view)
{
  const vtkSMPropertyHelper shown(view, "Representations", true);
  for (unsigned int i = 0; i < shown.GetNumberOfElements(); ++i)
  {
    vtkSMProxy* display = shown.GetAsProxy(i);
    const vtkSMPropertyHelper visible(display, "Visibility", true);
    const vtkPVDataInformation* data = visible.GetAsInt() ? DataOf(display) : nullptr;
    if (data && data->GetNumberOfPoints() > 0 && !IsFlat(display))
    {
      return true;
    }
  }
  return false;
}

/** Along -z onto the middle of the box. */
void Look(vtkSMProxy* view, const double box[6])
{
  vtkSMProperty* mode = view->GetProperty("InteractionMode");
  if (!mode || vtkSMPropertyHelper(mode).GetAsInt() != 0 || ShowsSpace(view))
  {
    return;
  }
  const bool some = vtkMath::AreBoundsInitialized(box) != 0;
  const double x = some ? (box[0] + box[1]) / 2.0 : 0.0;
  const double y = some ? (box[2] + box[3]) / 2.0 : 0.0;
  const double size = some ? std::max(box[1] - box[0], box[3] - box[2]) : 0.0;
  const double far = size > 0.0 ? 2.0 * size : 1.0;
  const double position[3] = { x, y, far }, focus[3] = { x, y, 0.0 }, up[3] = { 0.0, 1.0, 0.0 };
  vtkSMPropertyHelper(mode).Set(1); // 2D
  vtkSMPropertyHelper(view, "CameraParallelProjection").Set(1);
  vtkSMPropertyHelper(view, "CameraPosition").Set(position, 3);
  vtkSMPropertyHelper(view, "CameraFocalPoint").Set(focus, 3);
  vtkSMPropertyHelper(view, "CameraViewUp").Set(up, 3);
  vtkSMPropertyHelper(view, "CameraParallelScale").Set(0.3 * far);
  view->UpdateVTKObjects();
}

}

bool IsFlat(vtkSMProxy* display)
{
  vtkPVDataInformation* data = DataOf(display);
  vtkPVArrayInformation* dimensions =
    data ? data->GetArrayInformation(GM_ATTR_DIMENSIONS, vtkDataObject::FIELD) : nullptr;
  return dimensions && dimensions->GetComponentRange(0)[1] == 2.0;
}

int MiddleLayer(vtkSMProxy* display)
{
  int extent[6] = { 0, 0, 0, 0, 0, 0 };
  if (vtkPVDataInformation* data = DataOf(display))
  {
    data->GetExtent(extent);
  }
  const int axis = IsFlat(display) ? 2 : 1;
  return std::max(0, (extent[2 * axis + 1] - extent[2 * axis]) / 2);
}

void LookAtPlane(vtkSMProxy* display, vtkPVXMLElement* xml, unsigned long start)
{
  vtkPVXMLElement* line = xml->FindNestedElementByName("Plane");
  if (!line || !IsFlat(display))
  {
    return;
  }
  double box[6];
  DataOf(display)->GetBounds(box);
  vtkSMProperty* scale = display->GetProperty("Scale");
  const double wide = std::max(box[1] - box[0], box[3] - box[2]), deep = box[5] - box[4];
  if (line->GetAttribute("squeeze") && scale && scale->GetMTime() <= start &&
    deep > Squeezed * wide && wide > 0.0)
  {
    const double factors[3] = { 1.0, 1.0, Squeezed * wide / deep };
    vtkSMPropertyHelper(scale).Set(factors, 3);
  }
  const std::vector<double> around(box, box + 6);
  WhenShown(display, [around](vtkSMProxy* view) { Look(view, around.data()); });
}

}
