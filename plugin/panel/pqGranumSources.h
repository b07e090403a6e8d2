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

/** After an input of a source has changed: a filter of ours whose inputs all come from the result that its first one
 * comes from is listed once in the pipeline browser, beneath that one, and not by a row without an eye
 * beneath each of them.  With inputs of several results it is listed as ParaView does. */
void pqGranumListOnce(pqPipelineSource* source);

/** Sets the time of a scene as pqAnimationScene does, but without the signal on which the time
 * controls process events of the user, who may reset the session while the scene is still in
 * use further up. */
void pqGranumGoTo(pqAnimationScene* scene, double time);

#endif
