/**
 * panel/pqGranumBeside.h -- opens the result of a run beside the result it was made from.
 *
 * Room: plugin/panel (Qt, on the client).
 */
#ifndef pqGranumBeside_h
#define pqGranumBeside_h

#include <QString>

class pqPipelineSource;

/**
 * Open a result of a Granum Run as its property OpenIn says: in a view beside the view that
 * shows Input, with the same camera from then on; in that view; or not at all.  Both views get a
 * title that says what differs.  Colours, their range and the time stay as they are.
 */
void pqGranumOpenResult(pqPipelineSource* run, const QString& file);

#endif
