#include "pqGranumRunStatus.h"

#include "pqApplicationCore.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"

#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"

#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QScrollBar>
#include <QVBoxLayout>

namespace
{

constexpr int Period = 500; // ms between two looks
constexpr int Fine = 1000; // steps of the bar
constexpr int Lines = 10; // of the log that can be seen

}

//----------------------------------------------------------------------------
pqGranumRunStatus::pqGranumRunStatus(vtkSMProxy* proxy, vtkSMProperty*, QWidget* parent)
  : Superclass(proxy, parent)
  , State(new QLabel(this))
  , Progress(new QProgressBar(this))
  , Log(new QPlainTextEdit(this))
{
  this->State->setObjectName("State");
  this->State->setTextInteractionFlags(Qt::TextSelectableByMouse);
  this->State->setWordWrap(true);
  this->Progress->setObjectName("Progress");
  this->Progress->setRange(0, Fine);
  this->Log->setObjectName("Log");
  this->Log->setReadOnly(true);
  this->Log->setLineWrapMode(QPlainTextEdit::NoWrap);
  this->Log->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  this->Log->setFixedHeight(Lines * this->Log->fontMetrics().lineSpacing());
  this->Log->setPlaceholderText("Log of the solver");
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(this->State);
  column->addWidget(this->Progress);
  column->addWidget(this->Log);
  this->setShowLabel(false);
  QObject::connect(&this->Timer, &QTimer::timeout, this, &pqGranumRunStatus::look);
  this->Timer.start(Period);
  this->look();
}

//----------------------------------------------------------------------------
pqGranumRunStatus::~pqGranumRunStatus() = default;

//----------------------------------------------------------------------------
void pqGranumRunStatus::look()
{
  vtkSMProxy* run = this->proxy();
  const pqServer* server =
    pqApplicationCore::instance()->getServerManagerModel()->findServer(run->GetSession());
  if (!server || server->isProgressPending())
  {
    return;
  }
  run->UpdatePropertyInformation();
  const QString state = vtkSMPropertyHelper(run, "State").GetAsString();
  const QString message = vtkSMPropertyHelper(run, "Message").GetAsString();
  const QString log = vtkSMPropertyHelper(run, "Log").GetAsString();
  QString text = state;
  if (state != "idle")
  {
    text += QString(", t = %1 s, %2 frames")
              .arg(vtkSMPropertyHelper(run, "Time").GetAsDouble(), 0, 'g', 4)
              .arg(vtkSMPropertyHelper(run, "Frames").GetAsInt());
  }
  if (!message.isEmpty())
  {
    text += "\n" + message;
  }
  this->State->setText(text);
  this->Progress->setValue(
    static_cast<int>(Fine * vtkSMPropertyHelper(run, "Progress").GetAsDouble()));
  if (log != this->Log->toPlainText())
  {
    this->Log->setPlainText(log);
    this->Log->verticalScrollBar()->setValue(this->Log->verticalScrollBar()->maximum());
  }
}
