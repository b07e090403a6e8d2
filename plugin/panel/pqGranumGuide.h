/**
 * panel/pqGranumGuide.h -- takes the views to a grain that is chosen from the list.
 *
 * Room: plugin/panel (Qt, on the client).  Whoever selects rows of a Coverage's
 * Incomplete Grains, in a spreadsheet say, sees them in the middle of the active 3-D
 * view, of all of them where none is active, from where the camera looked before.
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
