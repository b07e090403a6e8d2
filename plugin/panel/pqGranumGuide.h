/**
 * panel/pqGranumGuide.h -- moves the camera to the grains selected in a list.
 *
 * Room: plugin/panel (Qt, on the client).  When rows of Incomplete Grains of a Coverage
 * are selected, for example in a spreadsheet, the active 3-D view (or all 3-D views, if none
 * is active) is centred on these grains; the direction of view stays.
 */
#ifndef pqGranumGuide_h
#define pqGranumGuide_h

#include <QObject>

class pqOutputPort;

class pqGranumGuide : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqGranumGuide(QObject* parent = nullptr);
  ~pqGranumGuide() override;

  ///@{
  /**
   * Called by the application when the plugin is loaded and before it ends.
   */
  void startup();
  void shutdown();
  ///@}

private Q_SLOTS:
  void follow(pqOutputPort* selected);

private:
  Q_DISABLE_COPY(pqGranumGuide)

  QMetaObject::Connection Following;
};

#endif
