#include "pqGranumCompare.h"

#include "pqApplicationCore.h"

#include <QDir>
#include <QFileInfo>
#include <QMetaObject>

#include <dlfcn.h>

namespace
{

/** ParaView's Python; found by name, so that this plugin loads in a ParaView without it. */
QObject* Python()
{
  for (QObject* part : pqApplicationCore::instance()->children())
  {
    if (part->inherits("pqPythonManager"))
    {
      return part;
    }
  }
  return nullptr;
}

/** The folder of the Python package that is installed with this plugin; "" if none is. */
QString PackageFolder()
{
  Dl_info plugin;
  if (!dladdr(reinterpret_cast<void*>(&pqGranumCompare), &plugin) || !plugin.dli_fname)
  {
    return QString();
  }
  QDir folder = QFileInfo(QFileInfo(plugin.dli_fname).canonicalFilePath()).dir();
  for (int level = 0; level < 6 && folder.cdUp(); ++level)
  {
    const QString python = folder.filePath("share/granum/python");
    if (QFileInfo::exists(python + "/granum/__init__.py"))
    {
      return python;
    }
  }
  return QString();
}

/** A text as Python writes it. */
QString Quoted(QString text)
{
  return "'" + text.replace('\\', "\\\\").replace('\'', "\\'").replace('\n', "\\n") + "'";
}

}

//----------------------------------------------------------------------------
QString pqGranumCompare(const QString& parent, const QString& child)
{
  QObject* python = Python();
  if (!python)
  {
    return "This ParaView has no Python, which compares results.";
  }
  QString code;
  const QString folder = PackageFolder();
  if (!folder.isEmpty())
  {
    code +=
      QString("import sys\nif %1 not in sys.path:\n    sys.path.append(%1)\n").arg(Quoted(folder));
  }
  code +=
    QString("import granum\ngranum.show_comparison(%1, %2)\n").arg(Quoted(parent), Quoted(child));
  QMetaObject::invokeMethod(python, "executeCode", Qt::DirectConnection,
    Q_ARG(QByteArray, code.toUtf8()));
  return QString();
}
