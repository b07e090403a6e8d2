#include "pqGranumTable.h"
#include "pqGranumEditor.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QSignalBlocker>
#include <QTimer>

namespace
{

constexpr int PathRole = Qt::UserRole; // of the column Key; "" for a group
const QColor Paper(255, 205, 200); // behind a value that is refused
const QColor Ink(120, 0, 0);
const char* const Added = "added keys";
const QColor Faint(120, 120, 120); // a default
const QColor Swept(0, 70, 160);

bool IsFlag(const QString& kind) { return kind == "flag" || kind == "bool"; }

}

//----------------------------------------------------------------------------
pqGranumTable::pqGranumTable(QWidget* parent)
  : Superclass(parent)
{
  this->setColumnCount(Columns);
  this->setHeaderLabels({ "Key", "Parent", "New", "Unit", "Bounds", "" });
  this->setItemDelegate(new pqGranumEditor(this));
  this->setEditTriggers(QAbstractItemView::AllEditTriggers);
  this->setAlternatingRowColors(true);
  this->setUniformRowHeights(true);
  this->setIndentation(12);
  this->header()->setStretchLastSection(false);
  this->header()->setMinimumSectionSize(18);
  this->header()->setSectionResizeMode(Parent, QHeaderView::Stretch);
  this->header()->setSectionResizeMode(New, QHeaderView::Stretch);
  this->setSelectionMode(QAbstractItemView::NoSelection); // it would hide what is refused
  const int letter = this->fontMetrics().averageCharWidth();
  const int widths[Columns] = { 22 * letter, 13 * letter, 13 * letter, 6 * letter, 8 * letter, 22 };
  for (int column = 0; column < Columns; ++column)
  {
    this->setColumnWidth(column, widths[column]);
  }
  QObject::connect(this, &QTreeWidget::itemChanged, this, &pqGranumTable::take);
  QObject::connect(this, &QTreeWidget::itemClicked, this, &pqGranumTable::click);
}

//----------------------------------------------------------------------------
pqGranumTable::~pqGranumTable() = default;

//----------------------------------------------------------------------------
QTreeWidgetItem* pqGranumTable::group(const QString& path, const QString& label)
{
  QTreeWidgetItem*& item = this->Groups[path];
  if (!item)
  {
    item = new QTreeWidgetItem(this, { label });
    item->setFlags(Qt::ItemIsEnabled);
    item->setFirstColumnSpanned(true);
    item->setExpanded(true);
    item->setToolTip(Key, item->text(Key));
  }
  return item;
}

//----------------------------------------------------------------------------
void pqGranumTable::add(const pqGranumParameter& parameter, const QString& group,
  const QString& key)
{
  const int dot = parameter.Label.lastIndexOf('.');
  auto* item = new QTreeWidgetItem(this->group(group, dot > 0 ? parameter.Label.left(dot) : group));
  item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable);
  item->setData(Key, PathRole, parameter.Path);
  item->setText(Key, key);
  item->setText(Parent, parameter.Value);
  item->setText(Unit, parameter.Unit);
  item->setText(Bounds, parameter.Bounds);
  item->setData(New, pqGranumEditor::NowRole, parameter.Value);
  item->setData(New, pqGranumEditor::ChoicesRole, parameter.Choices);
  if (IsFlag(parameter.Kind))
  {
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
  }
  this->Items[parameter.Path] = item;
  this->draw(item);
}

//----------------------------------------------------------------------------
void pqGranumTable::setParameters(const QVector<pqGranumParameter>& parameters)
{
  const QSignalBlocker blocker(this);
  this->clear();
  this->Items.clear();
  this->Groups.clear();
  this->Rows.clear();
  this->Changes.clear();
  this->Parameters = parameters;
  for (int i = 0; i < parameters.size(); ++i)
  {
    const QString& path = parameters[i].Path;
    const int dot = path.lastIndexOf('.');
    this->Rows[path] = i;
    this->add(parameters[i], dot < 0 ? QString("scene") : path.left(dot), path.mid(dot + 1));
  }
  this->filter(this->Wanted, this->Which);
}

//----------------------------------------------------------------------------
void pqGranumTable::addForeign(const QString& path)
{
  pqGranumParameter parameter;
  parameter.Path = path;
  parameter.Sentence = "a key that was added by hand";
  this->add(parameter, Added, path);
}

//----------------------------------------------------------------------------
void pqGranumTable::setChanges(const QMap<QString, QString>& changes)
{
  {
    const QSignalBlocker blocker(this);
    this->Changes = changes;
    for (const QString& path : changes.keys())
    {
      if (!this->Items.contains(path))
      {
        this->addForeign(path);
      }
    }
    for (const QString& path : this->Items.keys())
    {
      if (!this->Rows.contains(path) && !changes.contains(path))
      {
        delete this->Items.take(path);
      }
    }
    this->drawAll();
  }
  this->filter(this->Wanted, this->Which);
}

//----------------------------------------------------------------------------
const pqGranumParameter* pqGranumTable::parameter(const QString& path) const
{
  const auto found = this->Rows.find(path);
  return found == this->Rows.end() ? nullptr : &this->Parameters[*found];
}

//----------------------------------------------------------------------------
QString pqGranumTable::currentPath() const
{
  const QTreeWidgetItem* item = this->currentItem();
  return item ? item->data(Key, PathRole).toString() : QString();
}

//----------------------------------------------------------------------------
void pqGranumTable::finishEditing()
{
  // The editor commits when it loses the focus.
  if (this->state() == QAbstractItemView::EditingState)
  {
    this->setFocus();
  }
}

//----------------------------------------------------------------------------
void pqGranumTable::draw(QTreeWidgetItem* item)
{
  const QString path = item->data(Key, PathRole).toString();
  const pqGranumParameter* parameter = this->parameter(path);
  const bool isChanged = this->Changes.contains(path);
  const bool isRefused = this->Refused.contains(path);
  const QString value = this->Changes.value(path);
  const QString now = item->data(New, pqGranumEditor::NowRole).toString();
  if (item->flags() & Qt::ItemIsUserCheckable)
  {
    const bool on = (isChanged ? value : now) == "true";
    item->setCheckState(New, on ? Qt::Checked : Qt::Unchecked);
  }
  item->setText(New, value);
  QFont font = this->font();
  font.setBold(isChanged);
  const QBrush paper = isRefused ? QBrush(Paper) : QBrush();
  const bool isDefault = parameter && !parameter->IsGiven && !isChanged;
  QColor ink = isDefault ? Faint : this->palette().color(QPalette::Text);
  if (isRefused || value.contains(';'))
  {
    ink = isRefused ? Ink : Swept;
  }
  QString help = path;
  if (parameter && !parameter->Sentence.isEmpty())
  {
    help += ": " + parameter->Sentence;
  }
  if (value.contains(';'))
  {
    help += "\nswept: one run for each value";
  }
  if (parameter && !parameter->OnlyWith.isEmpty())
  {
    help += "\nonly with " + parameter->OnlyWith;
  }
  if (isDefault)
  {
    help += " (not in the scene: the default)";
  }
  if (isRefused)
  {
    help += "\n" + this->Refused.value(path);
  }
  for (int column = 0; column < Columns; ++column)
  {
    item->setFont(column, font);
    item->setForeground(column, ink);
    item->setBackground(column, paper);
    item->setToolTip(column, help);
  }
  item->setText(Reset, isChanged ? "\u00d7" : "");
  if (isChanged)
  {
    item->setToolTip(Reset, "Reset to " + (now.isEmpty() ? QString("no value") : now));
  }
}

//----------------------------------------------------------------------------
void pqGranumTable::drawAll()
{
  const QSignalBlocker blocker(this);
  for (QTreeWidgetItem* item : this->Items)
  {
    this->draw(item);
  }
  this->viewport()->update();
}

//----------------------------------------------------------------------------
void pqGranumTable::change(const QString& path, const QString& value)
{
  const QString now = this->Items[path]->data(New, pqGranumEditor::NowRole).toString();
  const bool isReset = value.isEmpty() || value == now;
  const QString before = this->Changes.value(path);
  if (isReset)
  {
    this->Changes.remove(path);
  }
  else
  {
    this->Changes[path] = value;
  }
  this->drawAll();
  if (before != this->Changes.value(path))
  {
    Q_EMIT this->edited();
  }
  // A row that was added by hand goes when its editor has closed.
  if (isReset && !this->Rows.contains(path))
  {
    QTimer::singleShot(0, this, [this]() { this->setChanges(this->Changes); });
  }
}

//----------------------------------------------------------------------------
void pqGranumTable::take(QTreeWidgetItem* item, int column)
{
  const QString path = item->data(Key, PathRole).toString();
  if (column != New || path.isEmpty())
  {
    return;
  }
  QString value = item->text(New);
  if (item->flags() & Qt::ItemIsUserCheckable)
  {
    value = item->checkState(New) == Qt::Checked ? "true" : "false";
  }
  this->change(path, value);
}

//----------------------------------------------------------------------------
void pqGranumTable::click(QTreeWidgetItem* item, int column)
{
  const QString path = item->data(Key, PathRole).toString();
  if (column == Reset && this->Changes.contains(path))
  {
    this->change(path, QString());
  }
}

//----------------------------------------------------------------------------
void pqGranumTable::keyPressEvent(QKeyEvent* event)
{
  const QString path = this->currentPath();
  if (event->key() == Qt::Key_Delete && this->Changes.contains(path))
  {
    this->change(path, QString());
    return;
  }
  Superclass::keyPressEvent(event);
}

//----------------------------------------------------------------------------
void pqGranumTable::contextMenuEvent(QContextMenuEvent* event)
{
  const QTreeWidgetItem* item = this->itemAt(event->pos());
  const QString path = item ? item->data(Key, PathRole).toString() : QString();
  if (this->Changes.contains(path))
  {
    QMenu menu;
    const QAction* reset = menu.addAction("Reset " + path);
    if (menu.exec(event->globalPos()) == reset)
    {
      this->change(path, QString());
    }
  }
}

//----------------------------------------------------------------------------
bool pqGranumTable::isSeen(const QTreeWidgetItem* item) const
{
  const QString path = item->data(Key, PathRole).toString();
  const pqGranumParameter* parameter = this->parameter(path);
  const bool isChanged = this->Changes.contains(path);
  if (this->Which == Changed && !isChanged)
  {
    return false;
  }
  if (this->Which == Given && !isChanged && parameter && !parameter->IsGiven)
  {
    return false;
  }
  QString text = path;
  if (parameter)
  {
    text += " " + parameter->Label + " " + parameter->Sentence + " " + parameter->Value;
  }
  for (const QString& word : this->Wanted.split(' ', Qt::SkipEmptyParts))
  {
    if (!text.contains(word, Qt::CaseInsensitive))
    {
      return false;
    }
  }
  return true;
}

//----------------------------------------------------------------------------
void pqGranumTable::filter(const QString& text, Shown shown)
{
  this->Wanted = text;
  this->Which = shown;
  for (QTreeWidgetItem* group : this->Groups)
  {
    bool any = false;
    for (int i = 0; i < group->childCount(); ++i)
    {
      const bool seen = this->isSeen(group->child(i));
      group->child(i)->setHidden(!seen);
      any = any || seen;
    }
    group->setHidden(!any);
  }
}

//----------------------------------------------------------------------------
void pqGranumTable::refuse(const QMap<QString, QString>& reasons)
{
  this->Refused.clear();
  for (auto reason = reasons.begin(); reason != reasons.end(); ++reason)
  {
    const QString key = reason.key();
    for (const QString& path : this->Items.keys())
    {
      // The solver may name a part of what was set, or what holds it.
      const bool isPart = this->Changes.contains(path) && !key.isEmpty() &&
        (path.startsWith(key + ".") || key.startsWith(path + ".") || key.startsWith(path + "["));
      if (path == key || isPart)
      {
        this->Refused[path] = reason.value();
      }
    }
  }
  this->drawAll();
}
