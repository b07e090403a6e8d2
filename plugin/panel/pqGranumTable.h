/**
 * panel/pqGranumTable.h -- the table of a form: key, parent's value, new value, unit, bounds.
 *
 * Room: plugin/panel (Qt, on the client).  Keys are grouped by what they belong to.  Only the
 * new value is edited: a choice by a list, a flag by a check box, all else as text.  A changed
 * row is bold; an empty new value, or the parent's, resets it.
 */
#ifndef pqGranumTable_h
#define pqGranumTable_h

#include "pqGranumParameters.h"

#include <QMap>
#include <QTreeWidget>

class pqGranumTable : public QTreeWidget
{
  Q_OBJECT
  using Superclass = QTreeWidget;

public:
  enum Column
  {
    Key,
    Parent,
    New,
    Unit,
    Bounds,
    Reset,
    Columns
  };

  enum Shown
  {
    All,
    Given, ///< in the scene, or changed
    Changed
  };

  explicit pqGranumTable(QWidget* parent = nullptr);
  ~pqGranumTable() override;

  /** Show these parameters, all unchanged. */
  void setParameters(const QVector<pqGranumParameter>& parameters);

  ///@{
  /** New values by path; those of paths that the table does not have are kept too. */
  void setChanges(const QMap<QString, QString>& changes);
  QMap<QString, QString> changes() const { return this->Changes; }
  ///@}

  /** Hide rows that do not contain the text or are not of that kind. */
  void filter(const QString& text, Shown shown);

  /** Mark the changed rows that are refused; reasons by key. */
  void refuse(const QMap<QString, QString>& reasons);

  /** What the row of a path is; null if there is none. */
  const pqGranumParameter* parameter(const QString& path) const;

  /** Path of the current row, "" without one. */
  QString currentPath() const;

  /** Finish what is being typed, as Enter does. */
  void finishEditing();

Q_SIGNALS:
  /** The user has changed a new value. */
  void edited();

private Q_SLOTS:
  void take(QTreeWidgetItem* item, int column);
  void click(QTreeWidgetItem* item, int column);

private:
  Q_DISABLE_COPY(pqGranumTable)

  QTreeWidgetItem* group(const QString& path, const QString& label);
  void add(const pqGranumParameter& parameter, const QString& group, const QString& key);
  void addForeign(const QString& path);
  void draw(QTreeWidgetItem* item);
  void drawAll();
  void change(const QString& path, const QString& value);
  bool isSeen(const QTreeWidgetItem* item) const;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

  QVector<pqGranumParameter> Parameters;
  QMap<QString, int> Rows; // in Parameters
  QMap<QString, QTreeWidgetItem*> Items;
  QMap<QString, QTreeWidgetItem*> Groups;
  QMap<QString, QString> Changes;
  QString Wanted;
  Shown Which = All;
  QMap<QString, QString> Refused; // reasons by path
};

#endif
