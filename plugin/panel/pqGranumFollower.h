/**
 * panel/pqGranumFollower.h -- automatic actions of the application for a Granum Reader.
 *
 * Room: plugin/panel (Qt, on the client).  A result that is opened is shown at once,
 * without Apply, and in an empty view from obliquely above, z upwards.  While Follow is on,
 * the file is checked twice a second: new frames of a running solver appear in the time
 * bar, and a view that shows the last frame moves on to the new one.
 *
 * ParaView 5.12 and later read grains of a result too, and the application has a dialog at each
 * opening in which a reader is chosen.  The follower accepts Granum Reader there, before the
 * dialog is seen; "VTKHDF Files" in the dialog Open is the other reader.  Where ParaView has no
 * help pages, it lets them in as their window opens.
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

  bool eventFilter(QObject* object, QEvent* event) override;

private Q_SLOTS:
  void show(pqPipelineSource* source);
  void look();

private:
  Q_DISABLE_COPY(pqGranumFollower)

  void follow(pqPipelineSource* source);

  QTimer Timer;
};

#endif
