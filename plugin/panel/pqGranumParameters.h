/**
 * panel/pqGranumParameters.h -- the parameters of a scene, as `granum parameters` lists them.
 *
 * Room: plugin/panel (Qt, on the client).  The solver writes JSON; the form shows it.
 */
#ifndef pqGranumParameters_h
#define pqGranumParameters_h

#include <QMap>
#include <QString>
#include <QStringList>
#include <QVector>

/** One key that can be set. */
struct pqGranumParameter
{
  QString Path; ///< as an override names it: contacts.pairs[0].friction
  QString Label; ///< the path with names in place of indices
  QString Value; ///< in the scene, or the default; "" if there is none
  QString Unit; ///< "" if dimensionless
  QString Kind; ///< number, flag, choice, vector, ...
  QString Bounds; ///< "> 0", "0 to 1"; "" without bounds
  QString Sentence; ///< what the key is
  QString OnlyWith; ///< the choice of another key that it needs, "" if none
  QStringList Choices; ///< the words that it accepts, if only these
  bool IsGiven = false; ///< in the scene; else Value is the default
};

/** The scene, or the reason why there is none. */
struct pqGranumParameters
{
  QVector<pqGranumParameter> Rows;
  QString Error; ///< of the whole scene
};

/** Whether the solver accepts the changed scene. */
struct pqGranumVerdict
{
  bool IsOk = false;
  QMap<QString, QString> Refused; ///< the reason for each key that it refuses
  QString Message; ///< all reasons, a line each
};

///@{
/** Read what the solver writes. */
pqGranumParameters pqGranumReadParameters(const QString& json);
pqGranumVerdict pqGranumReadVerdict(const QString& json);
///@}

#endif
