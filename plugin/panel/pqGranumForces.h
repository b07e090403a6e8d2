/**
 * panel/pqGranumForces.h -- views of the forces on structures, and on what is selected.
 *
 * Room: plugin/panel (Qt, on the client).
 */
#ifndef pqGranumForces_h
#define pqGranumForces_h

class pqPipelineSource;
class pqView;

/** Moves the camera of a 3-D view, in the direction in which it looks, to what a source has. */
void pqGranumZoom(pqPipelineSource* source, pqView* view);

/** Makes a Structure Load of a Granum Reader and shows it, with its defaults; from the first
 * frame, where nothing has happened yet, the time goes to the last one. */
void pqGranumShowForces(pqPipelineSource* reader);

/** Makes a Contact Network of a Granum Reader with the contacts of the selected grains, or the
 * selected contacts, and shows it; a message if nothing is selected. */
void pqGranumShowContacts(pqPipelineSource* reader);

/** When a new Structure Load is first shown, the camera of its view goes to the structures, from
 * the direction in which it looks already, and what else the view shows of their result is
 * hidden.  Any other source is left alone. */
void pqGranumLookAtForces(pqPipelineSource* source);

#endif
