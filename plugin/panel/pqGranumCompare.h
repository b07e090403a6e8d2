/**
 * panel/pqGranumCompare.h -- compares a result with its parent.
 *
 * Room: plugin/panel (Qt, on the client).  The work is done by granum.show_comparison of the
 * Python package, in ParaView's own Python, so that scripts and the window share one copy.
 */
#ifndef pqGranumCompare_h
#define pqGranumCompare_h

#include <QString>

/**
 * Show what differs between two results.  Returns "", or why it is not possible: a ParaView
 * without Python.  Python reports its own errors in the output window.
 */
QString pqGranumCompare(const QString& parent, const QString& child);

#endif
