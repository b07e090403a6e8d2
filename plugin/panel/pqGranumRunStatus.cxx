#include "pqGranumRunStatus.h"
#include "pqGranumSources.h"

#include "pqApplicationCore.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"

#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"

#include <QCheckBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>

namespace
{

constexpr int Period = 500; // ms between two looks
constexpr int Fine = 1000; // steps of the bar
constexpr int Lines = 10; // of the log that can be seen
constexpr int Margin = 12; // of a button around its text

QString Duration(double seconds)
{
  const auto whole = static_cast<qint64>(seconds + 0.5);
  if (whole < 60)
  {
    return QString("%1 s").arg(whole);
  }
  if (whole < 3600)
  {
    return QString("%1 min %2 s").arg(whole / 60).arg(whole % 60);
  }
  return QString("%1 h %2 min").arg(whole / 3600).arg(whole % 3600 / 60);
}

}

//----------------------------------------------------------------------------
pqGranumRunStatus::pqGranumRunStatus(vtkSMProxy* run, QWidget* parent)
  : Superclass(parent)
  , Run(run)
  , State(new QLabel(this))
  , Message(new QLabel(this))
  , Progress(new QProgressBar(this))
  , ShowLog(new QCheckBox("Log", this))
  , Log(new QPlainTextEdit(this))
{
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  auto* buttons = new QHBoxLayout;
  this->Launch = this->addButton("Launch", "Launch", "");
  this->Stop = this->addButton("Stop", "Stop",
    "The solver finishes its step and closes the result; runs of a sweep that wait do not start.");
  this->Resume = this->addButton("Resume", "Resume",
    "Go on with the run that was stopped; at first with Input, if that was stopped.");
  this->Compare = this->addButton("Compare", "Compare",
    "Input and the result side by side, one chart with both histories, and a table of what "
    "differs.");
  this->Results = this->addButton("Results", "Table and Chart",
    "The table of the runs of the sweep, and a chart against the swept value.");
  for (QPushButton* button :
    { this->Launch, this->Stop, this->Resume, this->Compare, this->Results })
  {
    buttons->addWidget(button);
  }
  this->Results->hide();
  column->addLayout(buttons);

  auto* bar = new QHBoxLayout;
  this->Progress->setObjectName("Progress");
  this->Progress->setRange(0, Fine);
  this->ShowLog->setObjectName("ShowLog");
  bar->addWidget(this->Progress, 1);
  bar->addWidget(this->ShowLog);
  column->addLayout(bar);

  this->State->setObjectName("State");
  this->Message->setObjectName("Message");
  for (QLabel* label : { this->State, this->Message })
  {
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    column->addWidget(label);
  }
  this->State->setMinimumHeight(2 * this->fontMetrics().lineSpacing()); // so that nothing moves
  this->State->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  this->Message->hide();
  this->Log->setObjectName("Log");
  this->Log->setReadOnly(true);
  this->Log->setLineWrapMode(QPlainTextEdit::NoWrap);
  this->Log->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  this->Log->setFixedHeight(Lines * this->Log->fontMetrics().lineSpacing());
  this->Log->setPlaceholderText("Log of the solver");
  this->Log->hide();
  column->addWidget(this->Log);

  QObject::connect(this->Launch, &QPushButton::clicked, this, &pqGranumRunStatus::launch);
  QObject::connect(this->Stop, &QPushButton::clicked, this, [this]() { this->command("Stop"); });
  QObject::connect(this->Resume, &QPushButton::clicked, this,
    [this]() { this->command("Resume"); });
  QObject::connect(this->Compare, &QPushButton::clicked, this, &pqGranumRunStatus::compare);
  QObject::connect(this->Results, &QPushButton::clicked, this, &pqGranumRunStatus::results);
  QObject::connect(this->ShowLog, &QCheckBox::toggled, this->Log, &QWidget::setVisible);
  QObject::connect(&this->Timer, &QTimer::timeout, this, &pqGranumRunStatus::look);
  this->Timer.start(Period);
  this->updateLaunch();
}

//----------------------------------------------------------------------------
pqGranumRunStatus::~pqGranumRunStatus() = default;

//----------------------------------------------------------------------------
QPushButton* pqGranumRunStatus::addButton(const char* name, const QString& text,
  const QString& help)
{
  auto* button = new QPushButton(text, this);
  button->setObjectName(name);
  button->setToolTip(help);
  button->setMinimumWidth(button->fontMetrics().horizontalAdvance(text) + Margin);
  return button;
}

//----------------------------------------------------------------------------
void pqGranumRunStatus::command(const char* property)
{
  this->Run->InvokeCommand(property);
  this->look();
}

//----------------------------------------------------------------------------
void pqGranumRunStatus::allowLaunch(bool allow, const QString& reason)
{
  this->IsAllowed = allow;
  this->Reason = reason;
  this->updateLaunch();
}

//----------------------------------------------------------------------------
void pqGranumRunStatus::setRuns(int runs)
{
  this->Runs = runs;
  this->updateLaunch();
}

//----------------------------------------------------------------------------
void pqGranumRunStatus::updateLaunch()
{
  const QString what = this->Runs > 1 ? QString("%1 runs").arg(this->Runs) : QString("a run");
  this->Launch->setText(this->Runs > 1 ? "Launch " + what : QString("Launch"));
  this->Launch->setEnabled(this->IsAllowed && !this->IsRunning);
  this->Launch->setToolTip(
    this->IsAllowed ? "Start " + what + " with the values as they are seen here." : this->Reason);
}

//----------------------------------------------------------------------------
void pqGranumRunStatus::look()
{
  vtkSMProxy* run = this->Run;
  const pqServer* server =
    pqApplicationCore::instance()->getServerManagerModel()->findServer(run->GetSession());
  if (!server || server->isProgressPending() || !this->isVisible())
  {
    return;
  }
  const QString state = pqGranumText(run, "State");
  const QString message = pqGranumText(run, "Message");
  const QString result = pqGranumText(run, "ResultFile");
  const int runs = static_cast<int>(pqGranumNumber(run, "Runs"));
  const double progress = pqGranumNumber(run, "Progress");
  this->IsRunning = state == "running";

  QString text = state;
  if (state != "idle")
  {
    if (runs > 1)
    {
      text +=
        QString(" (run %1 of %2)").arg(1 + static_cast<int>(pqGranumNumber(run, "Run"))).arg(runs);
    }
    const int frames = static_cast<int>(pqGranumNumber(run, "Frames"));
    text += QString(", t = %1 s, %2 %3")
              .arg(pqGranumNumber(run, "Time"), 0, 'g', 4)
              .arg(frames)
              .arg(frames == 1 ? "frame" : "frames");
    const double left = pqGranumNumber(run, "Remaining");
    if (this->IsRunning && left >= 0.0)
    {
      text += ", " + Duration(left) + " left";
    }
    if (!result.isEmpty())
    {
      text += "\n" + result;
    }
  }
  this->State->setText(text);
  this->Progress->setValue(static_cast<int>(Fine * progress));

  this->Message->setVisible(!message.isEmpty());
  this->Message->setText(message);
  this->Message->setStyleSheet(state == "failed" ? "color: #a00000" : "");

  this->updateLaunch();
  this->Stop->setEnabled(this->IsRunning);
  const bool isResult =
    QString(vtkSMPropertyHelper(run, "Input").GetAsString()).endsWith(".vtkhdf");
  this->Resume->setEnabled(state == "stopped" || (state == "idle" && isResult));
  // The table of a comparison does not follow a run, so it waits for the end.
  this->Compare->setEnabled(isResult && !result.isEmpty() && state != "failed" && !this->IsRunning);
  this->Compare->setVisible(runs <= 1);
  this->Results->setVisible(runs > 1);
  if (this->Log->isVisible())
  {
    const QString log = pqGranumText(run, "Log");
    if (log != this->Log->toPlainText())
    {
      this->Log->setPlainText(log);
      this->Log->verticalScrollBar()->setValue(this->Log->verticalScrollBar()->maximum());
    }
  }
}
