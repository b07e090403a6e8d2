/**
 * panel/pqGranumPrint.h -- a view as figures are printed.
 *
 * Room: plugin/panel (Qt, on the client).
 */
#ifndef pqGranumPrint_h
#define pqGranumPrint_h

/** Gives the active 3-D view a white background, dark letters on it and a scale bar at the bottom,
 * which measures where the camera looks at. */
void pqGranumPrintReady();

#endif
