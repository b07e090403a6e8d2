#include "pqGranumForm.h"
#include "pqGranumRunStatus.h"
#include "pqGranumSources.h"
#include "pqGranumSweep.h"
#include "pqGranumTable.h"

#include "pqApplicationCore.h"
#include "pqPipelineSource.h"
#include "pqProxyWidget.h"
#include "pqServer.h"

#include "vtkCommand.h"
#include "vtkEventQtSlotConnect.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"

#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMetaObject>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QString>
#include <QThread>
#include <QTimer>
#include <QVBoxLayout>

#include <dlfcn.h>

namespace
{

// Compares a result with its parent.  The work is done by granum.show_comparison of the Python
// package, in ParaView's own Python, so that scripts and the window share one copy.

/** ParaView's Python; found by name, so that this plugin loads in a ParaView without it. */
QObject* Python()
{
  for (QObject* part : pqApplicationCore::instance()->children())
  {
    if (part->inherits("pqPythonManager"))
    {
      return part;
    }
  }
  return nullptr;
}

/** The folder of the Python package that is installed with this plugin; "" if none is. */
QString PackageFolder()
{
  Dl_info plugin;
  if (!dladdr(reinterpret_cast<void*>(&pqGranumCompare), &plugin) || !plugin.dli_fname)
  {
    return QString();
  }
  QDir folder = QFileInfo(QFileInfo(plugin.dli_fname).canonicalFilePath()).dir();
  for (int level = 0; level < 6 && folder.cdUp(); ++level)
  {
    const QString python = folder.filePath("share/granum/python");
    if (QFileInfo::exists(python + "/granum/__init__.py"))
    {
      return python;
    }
  }
  return QString();
}

/** A text as Python writes it. */
QString Quoted(QString text)
{
  return "'" + text.replace('\\', "\\\\").replace('\'', "\\'").replace('\n', "\\n") + "'";
}

//----------------------------------------------------------------------------
/**
 * Show what differs between two results.  Returns "", or why it is not possible: a ParaView
 * without Python.  Python reports its own errors in the output window.
 */
QString pqGranumCompare(const QString& parent, const QString& child)
{
  QObject* python = Python();
  if (!python)
  {
    return "This ParaView has no Python, which compares results.";
  }
  QString code;
  const QString folder = PackageFolder();
  if (!folder.isEmpty())
  {
    code +=
      QString("import sys\nif %1 not in sys.path:\n    sys.path.append(%1)\n").arg(Quoted(folder));
  }
  code +=
    QString("import granum\ngranum.show_comparison(%1, %2)\n").arg(Quoted(parent), Quoted(child));
  QMetaObject::invokeMethod(python, "executeCode", Qt::DirectConnection,
    Q_ARG(QByteArray, code.toUtf8()));
  return QString();
}

}

namespace
{

constexpr int Rows = 11; // of the table that can be seen

/** PATH=VALUE lines of a property, by path. */
void Read(vtkSMProxy* run, const char* property, QMap<QString, QString>& changes)
{
  const vtkSMPropertyHelper lines(run, property);
  for (unsigned int i = 0; i < lines.GetNumberOfElements(); ++i)
  {
    const QString line = lines.GetAsString(i);
    const int equals = line.indexOf('=');
    if (equals > 0)
    {
      changes[line.left(equals).trimmed()] = line.mid(equals + 1).trimmed();
    }
  }
}

void Write(vtkSMProxy* run, const char* property, const QStringList& lines)
{
  vtkSMPropertyHelper helper(run, property);
  helper.SetNumberOfElements(static_cast<unsigned int>(lines.size()));
  for (int i = 0; i < lines.size(); ++i)
  {
    helper.Set(static_cast<unsigned int>(i), lines[i].toUtf8().constData());
  }
  run->UpdateProperty(property);
}

bool IsSwept(const QString& value) { return value.contains(';'); }

/** More threads than cores only slow a run; those of a remote server are not known here. */
int MostThreads(vtkSMProxy* run)
{
  const pqPipelineSource* source = pqGranumSource(run);
  const bool isRemote = source && source->getServer()->isRemote();
  return isRemote ? 1024 : QThread::idealThreadCount();
}

}

//----------------------------------------------------------------------------
pqGranumForm::pqGranumForm(vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent)
  : Superclass(proxy, parent)
  , Status(new pqGranumRunStatus(proxy, this))
  , Table(new pqGranumTable(this))
  , Search(new QLineEdit(this))
  , Which(new QComboBox(this))
  , ResetAll(new QPushButton("Reset All", this))
  , Help(new QLabel(this))
  , Refusal(new QLabel(this))
  , Added(new QLineEdit(this))
  , Events(vtkEventQtSlotConnect::New())
{
  this->setShowLabel(false);
  this->setProperty(property);
  this->Status->setObjectName("Run");
  this->Table->setObjectName("Table");
  this->Search->setObjectName("Search");
  this->Search->setPlaceholderText("Search keys, values and what they mean");
  this->Search->setClearButtonEnabled(true);
  this->Which->setObjectName("Which");
  this->Which->addItems({ "all keys", "in the scene", "changed" });
  this->ResetAll->setObjectName("ResetAll");
  this->ResetAll->setToolTip("Reset every key to its value in Input");
  this->Help->setObjectName("Help");
  this->Refusal->setObjectName("Refusal");
  for (QLabel* label : { this->Help, this->Refusal })
  {
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  this->Help->setMinimumHeight(2 * this->fontMetrics().lineSpacing());
  this->Help->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  this->Table->setFixedHeight(Rows * (this->fontMetrics().lineSpacing() + 4));
  this->Added->setObjectName("Added");
  this->Added->setPlaceholderText("PATH=VALUE of a key that is not listed");
  auto* add = new QPushButton("Add Key", this);
  add->setObjectName("AddKey");
  auto* threads = new QSpinBox(this);
  threads->setObjectName("Threads");
  threads->setRange(0, MostThreads(proxy));
  threads->setSpecialValueText("one per core");

  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(this->Status);
  auto* search = new QHBoxLayout;
  search->addWidget(this->Search, 1);
  search->addWidget(this->Which);
  search->addWidget(this->ResetAll);
  column->addLayout(search);
  column->addWidget(this->Table);
  column->addWidget(this->Refusal);
  column->addWidget(this->Help);
  auto* adding = new QHBoxLayout;
  adding->addWidget(this->Added, 1);
  adding->addWidget(add);
  column->addLayout(adding);
  auto* speed = new QHBoxLayout;
  speed->addWidget(new QLabel("Threads", this));
  speed->addWidget(threads, 1);
  column->addLayout(speed);

  this->addPropertyLink(threads, "value", SIGNAL(valueChanged(int)), proxy->GetProperty("Threads"));
  QObject::connect(this->Status, &pqGranumRunStatus::launch, this, &pqGranumForm::launch);
  QObject::connect(this->Status, &pqGranumRunStatus::compare, this,
    [this]()
    {
      const QString fault =
        pqGranumCompare(vtkSMPropertyHelper(this->proxy(), "Input").GetAsString(),
          pqGranumText(this->proxy(), "ResultFile"));
      if (!fault.isEmpty())
      {
        this->show(fault, true);
      }
    });
  QObject::connect(this->Status, &pqGranumRunStatus::results, this,
    [this]() { pqGranumShowSweep(pqGranumSource(this->proxy())); });
  QObject::connect(this->Table, &pqGranumTable::edited, this, &pqGranumForm::edited);
  QObject::connect(this->Table, &QTreeWidget::currentItemChanged, this, &pqGranumForm::explain);
  QObject::connect(this->Search, &QLineEdit::textChanged, this, &pqGranumForm::filter);
  QObject::connect(this->Which, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
    &pqGranumForm::filter);
  QObject::connect(this->ResetAll, &QPushButton::clicked, this,
    [this]()
    {
      this->Table->setChanges({});
      this->edited();
    });
  QObject::connect(add, &QPushButton::clicked, this, &pqGranumForm::addKey);
  QObject::connect(this->Added, &QLineEdit::returnPressed, this, &pqGranumForm::addKey);
  this->Events->Connect(proxy->GetProperty("Input"), vtkCommand::ModifiedEvent, this,
    SLOT(noticeInput()));
  for (const char* name : { "Overrides", "Sweep" })
  {
    this->Events->Connect(proxy->GetProperty(name), vtkCommand::ModifiedEvent, this,
      SLOT(noticeChanges()));
  }
  this->load();
}

//----------------------------------------------------------------------------
pqGranumForm::~pqGranumForm() { this->Events->Delete(); }

//----------------------------------------------------------------------------
void pqGranumForm::showEvent(QShowEvent* event)
{
  Superclass::showEvent(event);
  // The panel shows its end when it comes back, but the buttons are at its beginning.
  QTimer::singleShot(0, this,
    [this]()
    {
      for (QWidget* above = this->parentWidget(); above; above = above->parentWidget())
      {
        if (auto* area = qobject_cast<QScrollArea*>(above))
        {
          area->verticalScrollBar()->setValue(0);
        }
      }
    });
}

//----------------------------------------------------------------------------
void pqGranumForm::apply()
{
  this->Table->finishEditing();
  Superclass::apply();
}

//----------------------------------------------------------------------------
void pqGranumForm::noticeInput()
{
  if (!this->IsWaiting)
  {
    this->IsWaiting = true; // until the panel has sent the value
    QTimer::singleShot(0, this, &pqGranumForm::load);
  }
}

//----------------------------------------------------------------------------
void pqGranumForm::noticeChanges()
{
  if (!this->IsPushing)
  {
    this->noticeInput();
  }
}

//----------------------------------------------------------------------------
void pqGranumForm::load()
{
  this->IsWaiting = false;
  vtkSMProxy* run = this->proxy();
  run->UpdateVTKObjects();
  run->InvokeCommand("Check");
  const bool isEmpty = QString(vtkSMPropertyHelper(run, "Input").GetAsString()).isEmpty();
  const pqGranumParameters parameters =
    isEmpty ? pqGranumParameters() : pqGranumReadParameters(pqGranumText(run, "Parameters"));
  QMap<QString, QString> changes;
  Read(run, "Overrides", changes);
  Read(run, "Sweep", changes);
  this->Table->setParameters(parameters.Rows);
  this->Table->setChanges(changes);
  if (isEmpty || !parameters.Error.isEmpty())
  {
    const QString reason =
      isEmpty ? QString("Choose a scene or a result as Input and apply it.") : parameters.Error;
    this->IsAccepted = false;
    this->show(reason, !isEmpty);
    this->Status->allowLaunch(false, reason);
    return;
  }
  this->judge();
}

//----------------------------------------------------------------------------
void pqGranumForm::push()
{
  QStringList overrides;
  QStringList sweep;
  const QMap<QString, QString> changes = this->Table->changes();
  for (auto change = changes.begin(); change != changes.end(); ++change)
  {
    (IsSwept(change.value()) ? sweep : overrides) << change.key() + "=" + change.value();
  }
  this->IsPushing = true;
  Write(this->proxy(), "Overrides", overrides);
  Write(this->proxy(), "Sweep", sweep);
  this->IsPushing = false;
}

//----------------------------------------------------------------------------
void pqGranumForm::check()
{
  this->proxy()->InvokeCommand("Check");
  this->judge();
}

//----------------------------------------------------------------------------
void pqGranumForm::judge()
{
  const pqGranumVerdict verdict = pqGranumReadVerdict(pqGranumText(this->proxy(), "Verdict"));
  const QMap<QString, QString> changes = this->Table->changes();
  this->Runs = 1;
  for (const QString& value : changes)
  {
    this->Runs *= IsSwept(value) ? value.split(';', Qt::SkipEmptyParts).size() : 1;
  }
  this->IsAccepted = verdict.IsOk;
  this->Table->refuse(verdict.Refused);
  if (verdict.IsOk)
  {
    this->show(changes.isEmpty()
        ? QString("Nothing is changed.")
        : QString("%1 changed, accepted by the solver.").arg(changes.size()),
      false);
  }
  else
  {
    this->show(verdict.Message, true);
  }
  this->ResetAll->setEnabled(!changes.isEmpty());
  this->Status->setRuns(this->Runs);
  this->Status->allowLaunch(verdict.IsOk, "The solver refuses a value: see below the table.");
  this->explain();
}

//----------------------------------------------------------------------------
void pqGranumForm::show(const QString& text, bool isError)
{
  this->Refusal->setText(text);
  this->Refusal->setStyleSheet(isError ? "color: #a00000; font-weight: bold" : "");
}

//----------------------------------------------------------------------------
void pqGranumForm::edited()
{
  this->push();
  this->check();
  this->filter();
}

//----------------------------------------------------------------------------
void pqGranumForm::filter()
{
  this->Table->filter(this->Search->text(),
    static_cast<pqGranumTable::Shown>(this->Which->currentIndex()));
}

//----------------------------------------------------------------------------
void pqGranumForm::explain()
{
  const QString path = this->Table->currentPath();
  const pqGranumParameter* parameter = this->Table->parameter(path);
  QString text = path;
  if (parameter)
  {
    const bool isSet = !parameter->Value.isEmpty();
    text += ": " + parameter->Sentence;
    text += parameter->IsGiven || !isSet ? QString() : " (default " + parameter->Value + ")";
    text += parameter->OnlyWith.isEmpty() ? QString() : "; only with " + parameter->OnlyWith;
    text += parameter->Choices.isEmpty() ? QString() : "; one of " + parameter->Choices.join(", ");
  }
  this->Help->setText(text.isEmpty()
      ? QString("Click a new value to change it; 0.1; 0.3; 0.5 runs the scene with each of them.")
      : text);
}

//----------------------------------------------------------------------------
void pqGranumForm::addKey()
{
  const QString line = this->Added->text();
  const int equals = line.indexOf('=');
  if (equals <= 0)
  {
    this->show("A key is added as PATH=VALUE, for example time.end=2.", true);
    return;
  }
  QMap<QString, QString> changes = this->Table->changes();
  changes[line.left(equals).trimmed()] = line.mid(equals + 1).trimmed();
  this->Table->setChanges(changes);
  this->Added->clear();
  this->edited();
}

//----------------------------------------------------------------------------
void pqGranumForm::launch()
{
  this->Table->finishEditing();
  for (QWidget* above = this->parentWidget(); above; above = above->parentWidget())
  {
    if (const auto* panel = qobject_cast<pqProxyWidget*>(above))
    {
      panel->apply();
      break;
    }
  }
  this->push();
  this->check();
  if (!this->IsAccepted)
  {
    return;
  }
  pqPipelineSource* source = pqGranumSource(this->proxy());
  if (source)
  {
    source->setModifiedState(pqProxy::UNMODIFIED); // nothing is left to apply
  }
  this->proxy()->InvokeCommand("Launch");
  this->Status->look();
  if (source && this->Runs > 1)
  {
    pqGranumShowSweep(source);
  }
}
