/**
 * panel/pqGranumFollower.h -- what the application does for a Granum Reader unasked.
 *
 * Room: plugin/panel (Qt, on the client).  A result that is opened is shown at once,
 * without Apply, and into an empty view from above, z upwards.  While Follow is on, the file is looked at twice a second: frames
 * that a running solver has published appear in the time bar, and if the last frame
 * was shown, the new last one is shown then.
 */
#ifndef pqGranumFollower_h
#define pqGranumFollower_h

#include <QObject>
#include <QTimer>

class pqPipelineSource;

class pqGranumFollower : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqGranumFollower(QObject* parent = nullptr);
  ~pqGranumFollower() override;

  ///@{
  /**
   * Called by the application when the plugin is loaded and before it ends.
   */
  void startup();
  void shutdown();
  ///@}

private Q_SLOTS:
  void show(pqPipelineSource* source);
  void look();

private:
  Q_DISABLE_COPY(pqGranumFollower)

  void follow(pqPipelineSource* source);

  QTimer Timer;
};

#endif
