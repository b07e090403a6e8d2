/**
 * panel/pqGranumRunOpener.h -- what the application does for a Granum Run unasked.
 *
 * Room: plugin/panel (Qt, on the client).  Runs are looked at twice a second.  The
 * result of one that has written its first frame is opened, unless a reader has it
 * already, and the run stays selected; of one that has failed, the message goes to the output window.  A run that
 * has ended before its source was first looked at is left alone.
 */
#ifndef pqGranumRunOpener_h
#define pqGranumRunOpener_h

#include <QMap>
#include <QObject>
#include <QString>
#include <QTimer>

class pqPipelineSource;

class pqGranumRunOpener : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqGranumRunOpener(QObject* parent = nullptr);
  ~pqGranumRunOpener() override;

  ///@{
  /**
   * Called by the application when the plugin is loaded and before it ends.
   */
  void startup();
  void shutdown();
  ///@}

private Q_SLOTS:
  void look();

private:
  Q_DISABLE_COPY(pqGranumRunOpener)

  void attend(pqPipelineSource* run);

  /**
   * What was last known of each run: the launch, its state, whether its result has
   * been opened.
   */
  struct Known
  {
    int Launches = 0;
    QString State;
    bool IsOpened = false;
  };

  QMap<pqPipelineSource*, Known> Runs;
  QTimer Timer;
};

#endif
