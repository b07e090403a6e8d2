#include "pqGranumLosses.h"
#include "pqGranumSources.h"

#include "pqAnimationManager.h"
#include "pqAnimationScene.h"
#include "pqPVApplicationCore.h"

#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <vector>

//----------------------------------------------------------------------------
pqGranumLosses::pqGranumLosses(vtkSMProxy* proxy, vtkSMProperty*, QWidget* parent)
  : Superclass(proxy, parent)
  , Note(new QLabel(this))
{
  auto* before = new QPushButton("Previous Loss", this);
  auto* after = new QPushButton("Next Loss", this);
  before->setObjectName("PreviousLoss");
  after->setObjectName("NextLoss");
  this->Note->setObjectName("Note");
  this->Note->setWordWrap(true);
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->addWidget(before, 0, 0);
  grid->addWidget(after, 0, 1);
  grid->addWidget(this->Note, 1, 0, 1, 2);
  QObject::connect(before, &QPushButton::clicked, this, [this]() { this->step(-1); });
  QObject::connect(after, &QPushButton::clicked, this, [this]() { this->step(1); });
}

//----------------------------------------------------------------------------
pqGranumLosses::~pqGranumLosses() = default;

//----------------------------------------------------------------------------
void pqGranumLosses::step(int direction)
{
  auto* filter = vtkSMSourceProxy::SafeDownCast(this->proxy());
  pqAnimationScene* scene = pqPVApplicationCore::instance()->animationManager()->getActiveScene();
  if (!filter || !scene)
  {
    return;
  }
  const double now = scene->getAnimationTime();
  filter->UpdatePipeline(now);
  filter->UpdatePropertyInformation();
  const vtkSMPropertyHelper known(filter, "LostTimes");
  std::vector<double> times;
  for (unsigned int i = 0; i < known.GetNumberOfElements(); ++i)
  {
    times.push_back(known.GetAsDouble(i));
  }
  auto next = direction > 0 ? std::upper_bound(times.begin(), times.end(), now)
                            : std::lower_bound(times.begin(), times.end(), now);
  if (times.empty() || (direction > 0 ? next == times.end() : next == times.begin()))
  {
    this->Note->setText(times.empty() ? QString("Coverage was never lost")
                                      : QString("%1 frames with losses, none %2 t = %3 s")
                                          .arg(times.size())
                                          .arg(direction > 0 ? "after" : "before")
                                          .arg(now));
    return;
  }
  next -= direction > 0 ? 0 : 1;
  this->Note->setText(QString("Loss %1 of %2, before t = %3 s")
                        .arg(next - times.begin() + 1)
                        .arg(times.size())
                        .arg(*next));
  pqGranumGoTo(scene, *next);
}
