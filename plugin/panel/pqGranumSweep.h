/**
 * panel/pqGranumSweep.h -- the table and the chart of a sweep.
 *
 * Room: plugin/panel (Qt, on the client).
 */
#ifndef pqGranumSweep_h
#define pqGranumSweep_h

class pqPipelineSource;

/**
 * Show the output of a Granum Run, one row for each run, as a table, and beside it a chart of a
 * summary figure against the first swept key; other figures are chosen in the chart's panel.
 * What is shown already is brought up to date.
 */
void pqGranumShowSweep(pqPipelineSource* run);

/** Bring what is shown of a sweep up to date. */
void pqGranumRenewSweep(pqPipelineSource* run);

#endif
