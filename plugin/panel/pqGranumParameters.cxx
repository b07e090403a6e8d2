#include "pqGranumParameters.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace
{

QJsonObject Object(const QString& json) { return QJsonDocument::fromJson(json.toUtf8()).object(); }

/** A number as it would be typed, a text as it is, "" for null. */
QString Text(const QJsonValue& value)
{
  return value.isDouble() ? QString::number(value.toDouble(), 'g', 12) : value.toString();
}

QString Bounds(const QJsonObject& row)
{
  const QString low = Text(row["min"]);
  const QString high = Text(row["max"]);
  const bool lowOpen = row["min_open"].toBool();
  const bool highOpen = row["max_open"].toBool();
  const bool hasLow = !low.isEmpty() && !low.contains("inf");
  const bool hasHigh = !high.isEmpty() && !high.contains("inf");
  if (hasLow && hasHigh && !lowOpen && !highOpen)
  {
    return low + " to " + high;
  }
  QStringList parts;
  if (hasLow)
  {
    parts << (lowOpen ? "> " : ">= ") + low;
  }
  if (hasHigh)
  {
    parts << (highOpen ? "< " : "<= ") + high;
  }
  return parts.join(", ");
}

pqGranumParameter Parameter(const QJsonObject& row)
{
  pqGranumParameter parameter;
  parameter.Path = row["path"].toString();
  parameter.Label = row["label"].toString();
  parameter.Value = Text(row["value"]);
  parameter.Unit = row["unit"].toString();
  parameter.Kind = row["kind"].toString();
  parameter.Bounds = Bounds(row);
  parameter.Sentence = row["sentence"].toString();
  parameter.OnlyWith = row["only_with"].toString();
  parameter.IsGiven = row["given"].toBool();
  for (const QJsonValue& choice : row["choices"].toArray())
  {
    parameter.Choices << choice.toString();
  }
  if (parameter.Unit == "1")
  {
    parameter.Unit.clear();
  }
  return parameter;
}

}

//----------------------------------------------------------------------------
pqGranumParameters pqGranumReadParameters(const QString& json)
{
  pqGranumParameters parameters;
  const QJsonObject all = Object(json);
  for (const QJsonValue& row : all["parameters"].toArray())
  {
    parameters.Rows << Parameter(row.toObject());
  }
  if (!all["parameters"].isArray())
  {
    parameters.Error = all["error"].toObject()["message"].toString();
    if (parameters.Error.isEmpty())
    {
      parameters.Error = "The program granum does not list the parameters of this scene.";
    }
  }
  return parameters;
}

//----------------------------------------------------------------------------
pqGranumVerdict pqGranumReadVerdict(const QString& json)
{
  const QJsonObject all = Object(json);
  pqGranumVerdict verdict;
  verdict.IsOk = all["ok"].toBool();
  QJsonArray errors = all["errors"].toArray();
  if (errors.isEmpty() && all["error"].isObject())
  {
    errors.append(all["error"]);
  }
  QStringList lines;
  for (const QJsonValue& each : errors)
  {
    const QJsonObject error = each.toObject();
    const QString key = error["key"].toString();
    const QString what = error["what"].toString();
    const bool isKnown = !key.isEmpty() && !what.isEmpty();
    const QString message = error["message"].toString();
    verdict.Refused[key] = isKnown ? what : message;
    lines << (isKnown ? key + ": " + what : message);
  }
  verdict.Message = lines.join("\n");
  if (!verdict.IsOk && verdict.Message.isEmpty())
  {
    verdict.Message = "The program granum does not check this scene.";
  }
  return verdict;
}
