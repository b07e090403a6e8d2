/**
 * panel/pqGranumSources.h -- the sources of the pipeline by kind and by proxy.
 *
 * Room: plugin/panel (Qt, on the client).
 */
#ifndef pqGranumSources_h
#define pqGranumSources_h

#include <QList>
#include <QString>

class pqAnimationScene;
class pqPipelineSource;
class vtkSMProxy;

/** All sources of a kind, as the server manager names it: GranumReader, GranumRun. */
QList<pqPipelineSource*> pqGranumSources(const char* kind);

/** The source of a proxy; null if it is not in the pipeline. */
pqPipelineSource* pqGranumSource(vtkSMProxy* proxy);

/** The reader of a result; null if no reader has it open. */
pqPipelineSource* pqGranumReaderOf(const QString& file);

/** A text property, as the server has it now. */
QString pqGranumText(vtkSMProxy* proxy, const char* property);

/** A number property, as the server has it now. */
double pqGranumNumber(vtkSMProxy* proxy, const char* property);

/** Sets the time of a scene as pqAnimationScene does, but without the signal on which the time
 * controls process events of the user, who may reset the session while the scene is still in
 * use further up. */
void pqGranumGoTo(pqAnimationScene* scene, double time);

#endif
