/**
 * panel/pqGranumViews.h -- in which view something new is shown, and the room for it.
 *
 * Room: plugin/panel (Qt, on the client).
 */
#ifndef pqGranumViews_h
#define pqGranumViews_h

class QDockWidget;
class pqPipelineSource;

/** Makes the dock of properties at least that wide (pixels), but not above two fifths of the window;
 * returns it, null if it is not in the window. */
QDockWidget* pqGranumWiden(int width);

/** Before a source is shown for the first time: if the active view is a chart that does not suit
 * it, another view becomes the active one, or none, so that ParaView makes one.  A result does not
 * suit a chart; a History Curves or Force Statistics suits one that is empty or, with the axes of
 * its first curves, one of them.  Other sources are left alone. */
void pqGranumLeaveChart(pqPipelineSource* source);

/** Hides the displays of ports of a result that the file has nothing of. */
void pqGranumHideEmpty(pqPipelineSource* reader);

/** New columns of a History Curves or Force Statistics are drawn, after another choice or an empty
 * first frame: the list of series in the panel takes those that it did not know for unticked.  Other
 * sources are left alone. */
void pqGranumKeepCurves(pqPipelineSource* source);

#endif
