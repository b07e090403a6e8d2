/* The same as box_of_patches, with sites that store doubles: the sources that know what a
 * site holds are built into this test in that form. */
#include "box_of_patches.c"
