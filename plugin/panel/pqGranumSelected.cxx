#include "pqGranumSelected.h"

#include "pqAnimationManager.h"
#include "pqAnimationScene.h"
#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqOutputPort.h"
#include "pqPVApplicationCore.h"
#include "pqPipelineSource.h"
#include "pqServerManagerModel.h"

#include "vtkAlgorithm.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkFieldData.h"
#include "vtkPVArrayInformation.h"
#include "vtkPVDataInformation.h"
#include "vtkPVDataSetAttributesInformation.h"
#include "vtkPointData.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSessionProxyManager.h"
#include "vtkSMSourceProxy.h"
#include "vtkStringArray.h"

#include <QMessageBox>
#include <QSet>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace
{

/** What is selected on a port, as it is at the time shown; null if nothing is. */
vtkSmartPointer<vtkSMSourceProxy> Extraction(pqOutputPort* port)
{
  vtkSMSourceProxy* selection = port->getSelectionInput();
  const pqAnimationScene* scene =
    pqPVApplicationCore::instance()->animationManager()->getActiveScene();
  if (!selection || !scene)
  {
    return nullptr;
  }
  // The port's own extraction of the selection stays empty for some kinds of selection,
  // so make a separate one.
  vtkSMProxy* source = port->getSource()->getProxy();
  vtkSmartPointer<vtkSMProxy> some;
  some.TakeReference(source->GetSessionProxyManager()->NewProxy("filters", "ExtractSelection"));
  vtkSMPropertyHelper(some, "Input").Set(source, port->getPortNumber());
  vtkSMPropertyHelper(some, "Selection").Set(selection, port->getSelectionInputPort());
  some->UpdateVTKObjects();
  vtkSmartPointer<vtkSMSourceProxy> extraction = vtkSMSourceProxy::SafeDownCast(some);
  extraction->UpdatePipeline(scene->getAnimationTime());
  return extraction;
}

/** Row `k` of an array; of a remote server the smallest value. */
qlonglong ValueOf(vtkDataSetAttributes* here, vtkPVDataSetAttributesInformation* there,
  const char* name, vtkIdType k)
{
  if (vtkDataArray* array = here ? here->GetArray(name) : nullptr)
  {
    return static_cast<qlonglong>(array->GetComponent(k, 0));
  }
  vtkPVArrayInformation* known = there->GetArrayInformation(name);
  return known ? static_cast<qlonglong>(known->GetComponentRange(0)[0]) : -1;
}

/** The selected grains or contacts of a port; "" if there are none. */
QString WordsOf(pqOutputPort* port)
{
  const vtkSmartPointer<vtkSMSourceProxy> extraction = Extraction(port);
  vtkPVDataInformation* data = extraction ? extraction->GetDataInformation() : nullptr;
  if (!data || data->GetNumberOfPoints() == 0)
  {
    return {};
  }
  auto* algorithm = vtkAlgorithm::SafeDownCast(extraction->GetClientSideObject());
  auto* here = algorithm ? vtkDataSet::SafeDownCast(algorithm->GetOutputDataObject(0)) : nullptr;
  QSet<QString> words;
  if (data->GetCellDataInformation()->GetArrayInformation("id_a"))
  {
    vtkPVDataSetAttributesInformation* there = data->GetCellDataInformation();
    vtkDataSetAttributes* cells = here ? here->GetCellData() : nullptr;
    auto* names = here
      ? vtkStringArray::SafeDownCast(here->GetFieldData()->GetAbstractArray("structures"))
      : nullptr;
    for (vtkIdType k = 0; k < (here ? here->GetNumberOfCells() : 1); ++k)
    {
      const qlonglong a = ValueOf(cells, there, "id_a", k), b = ValueOf(cells, there, "id_b", k);
      const qlonglong s = ValueOf(cells, there, "structure_id", k);
      const bool known = names && s >= 0 && s < names->GetNumberOfValues();
      const QString other = b >= 0 ? QString("-%1").arg(b)
        : known                    ? "-" + QString::fromStdString(names->GetValue(s))
                                   : QString();
      words.insert(QString::number(a) + other);
    }
  }
  else if (data->GetPointDataInformation()->GetArrayInformation("id"))
  {
    vtkDataSetAttributes* points = here ? here->GetPointData() : nullptr;
    for (vtkIdType k = 0; k < (here ? here->GetNumberOfPoints() : 1); ++k)
    {
      words.insert(QString::number(ValueOf(points, data->GetPointDataInformation(), "id", k)));
    }
  }
  QStringList sorted(words.values());
  const auto key = [](const QString& word)
  { return std::make_pair(word.section('-', 0, 0).toLongLong(), word); };
  std::sort(sorted.begin(), sorted.end(),
    [key](const QString& a, const QString& b) { return key(a) < key(b); });
  return sorted.join(' ');
}

}

//----------------------------------------------------------------------------
vtkSmartPointer<vtkPVDataInformation> pqGranumSelected(pqOutputPort* port)
{
  const vtkSmartPointer<vtkSMSourceProxy> extraction = Extraction(port);
  vtkPVDataInformation* selected = extraction ? extraction->GetDataInformation() : nullptr;
  return selected && selected->GetNumberOfPoints() > 0 ? selected : nullptr;
}

//----------------------------------------------------------------------------
QString pqGranumSelectedContacts()
{
  for (const pqPipelineSource* source :
    pqApplicationCore::instance()->getServerManagerModel()->findItems<pqPipelineSource*>())
  {
    for (pqOutputPort* port : source->getOutputPorts())
    {
      const QString words = WordsOf(port);
      if (!words.isEmpty())
      {
        return words;
      }
    }
  }
  QMessageBox::information(pqCoreUtilities::mainWidget(), "Granum",
    "No grain and no contact is selected: select some in a view or a spreadsheet first.");
  return {};
}
