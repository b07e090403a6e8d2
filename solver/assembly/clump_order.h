/* assembly/clump_order.h -- clumps while their members are sorted, wrapped and removed.
 */
#ifndef GM_ASSEMBLY_CLUMP_ORDER_H
#define GM_ASSEMBLY_CLUMP_ORDER_H

#include "scene/scene.h"

/* Puts clumps whose centre is beyond a periodic side back at the other, their members
 * staying where they are; adds the change of their potential energy to the balance. */
void gm_clump_order_wrap(gm_scene *scene);

/* Removes clumps that have no members left, and puts the others in the order of their
 * first members in memory.  Requires that a clump has all of its members or none.
 * GM_ERR_MEMORY. */
gm_status gm_clump_order_follow(gm_scene *scene);

#endif
