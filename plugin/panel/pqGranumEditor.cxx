#include "pqGranumEditor.h"
#include "pqGranumTable.h"

#include <QComboBox>

//----------------------------------------------------------------------------
pqGranumEditor::pqGranumEditor(QObject* parent)
  : Superclass(parent)
{
}

//----------------------------------------------------------------------------
pqGranumEditor::~pqGranumEditor() = default;

//----------------------------------------------------------------------------
QWidget* pqGranumEditor::createEditor(QWidget* parent, const QStyleOptionViewItem& option,
  const QModelIndex& index) const
{
  if (index.column() != pqGranumTable::New || index.data(Qt::CheckStateRole).isValid())
  {
    return nullptr;
  }
  const QStringList choices = index.data(ChoicesRole).toStringList();
  if (choices.isEmpty())
  {
    QWidget* line = Superclass::createEditor(parent, option, index);
    line->setObjectName("NewValue");
    return line;
  }
  auto* list = new QComboBox(parent);
  list->setObjectName("NewValue");
  list->setEditable(true);
  list->addItems(choices);
  auto* self = const_cast<pqGranumEditor*>(this); // what Qt's signals of a delegate demand
  QObject::connect(list, QOverload<int>::of(&QComboBox::activated), self,
    [self, list]()
    {
      Q_EMIT self->commitData(list);
      Q_EMIT self->closeEditor(list);
    });
  return list;
}

//----------------------------------------------------------------------------
void pqGranumEditor::setEditorData(QWidget* editor, const QModelIndex& index) const
{
  const QString changed = index.data(Qt::EditRole).toString();
  const QString text = changed.isEmpty() ? index.data(NowRole).toString() : changed;
  if (auto* list = qobject_cast<QComboBox*>(editor))
  {
    list->setCurrentText(text);
  }
  else
  {
    editor->setProperty("text", text);
  }
}

//----------------------------------------------------------------------------
void pqGranumEditor::setModelData(QWidget* editor, QAbstractItemModel* model,
  const QModelIndex& index) const
{
  const auto* list = qobject_cast<QComboBox*>(editor);
  const QString text = list ? list->currentText() : editor->property("text").toString();
  model->setData(index, text.trimmed(), Qt::EditRole);
}
