#include "pqGranumUnits.h"

#include "pqPropertyWidget.h"

#include "vtkSMDocumentation.h"
#include "vtkSMProperty.h"
#include "vtkSMProxy.h"

#include <QLabel>
#include <QRegularExpression>

#include <cstring>

//----------------------------------------------------------------------------
void pqGranumNameUnit(QObject* shown)
{
  const auto* widget = qobject_cast<pqPropertyWidget*>(shown);
  vtkSMProperty* property = widget ? widget->property() : nullptr;
  const char* made = property ? widget->proxy()->GetVTKClassName() : nullptr;
  if (!made || std::strncmp(made, "vtkGranum", 9) != 0 || !property->GetDocumentation() ||
    !widget->parentWidget())
  {
    return;
  }
  const QString sentence = QString(property->GetDocumentation()->GetDescription()).simplified();
  const auto unit = QRegularExpression("\\bin (m|N|s|Pa|kg/m3|degrees)\\b").match(sentence);
  QStringList words;
  if (unit.hasMatch())
  {
    words << unit.captured(1);
  }
  if (sentence.contains(QRegularExpression("[.] 0: (?!none)")))
  {
    words << "0: automatic";
  }
  const QString name = property->GetXMLLabel();
  for (QLabel* label :
    widget->parentWidget()->findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly))
  {
    const QString text = label->text();
    if (!words.isEmpty() && (text == name || text == "<p>" + name + "</p>"))
    {
      label->setText(name + " (" + words.join("; ") + ")");
    }
  }
}
