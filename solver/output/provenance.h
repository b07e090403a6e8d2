/* output/provenance.h -- names, and what the run was asked for.
 *
 * Room: output.  May include: base, scene.
 */
#ifndef GM_OUTPUT_PROVENANCE_H
#define GM_OUTPUT_PROVENANCE_H

#include "output/snapshot.h"
#include "output/table.h"

/* Put the groups of names and of the scene into the file, for good. */
gm_status gm_provenance_put(gm_hdf5_file *file, const gm_scene *scene,
                            const gm_snapshot_origin *origin);

#endif
