/**
 * panel/pqGranumEditor.h -- the editor of a new value in the table of a form.
 *
 * Room: plugin/panel (Qt, on the client).  A choice is a list that can be typed into too, for a
 * sweep names several; all else is a line, which begins with the parent's value.
 */
#ifndef pqGranumEditor_h
#define pqGranumEditor_h

#include <QStyledItemDelegate>

class pqGranumEditor : public QStyledItemDelegate
{
  Q_OBJECT
  using Superclass = QStyledItemDelegate;

public:
  ///@{
  /** Roles of a cell with a new value: the parent's value, and the words that are accepted. */
  static constexpr int NowRole = Qt::UserRole + 1;
  static constexpr int ChoicesRole = Qt::UserRole + 2;
  ///@}

  explicit pqGranumEditor(QObject* parent = nullptr);
  ~pqGranumEditor() override;

  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
    const QModelIndex& index) const override;
  void setEditorData(QWidget* editor, const QModelIndex& index) const override;
  void setModelData(QWidget* editor, QAbstractItemModel* model,
    const QModelIndex& index) const override;

private:
  Q_DISABLE_COPY(pqGranumEditor)
};

#endif
