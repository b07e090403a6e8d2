/* app/installed.h -- what is installed beside the program: cases, and the Python
 * package.
 */
#ifndef GM_APP_INSTALLED_H
#define GM_APP_INSTALLED_H

#include "base/status.h"
#include <stddef.h>
#include <stdio.h>

/* If `scene` is the name of a case and no file here, out[0..size) receives the folder of
 * the case and is returned; otherwise `scene` is returned. */
const char *gm_installed_case(const char *scene, char *out, size_t size);

/* Print name and title of all cases, in the order of names.  GM_ERR_FILE: there is no
 * folder of cases, or `out` cannot be written. */
gm_status gm_installed_cases(FILE *out);

/* ---- starts a module of the Python package granum of this tree ------------------- */

/* Replace this process by `python3 -m MODULE argv[1] ...`; returns only with an error.
 *
 * The package is the one of the tree that the program belongs to, built or installed; it
 * goes before other entries of PYTHONPATH.  The interpreter is $GRANUM_PYTHON, else the
 * system's /usr/bin/python3, for which Debian packages NumPy, h5py and Matplotlib, else
 * the python3 of PATH.  GM_ERR_FILE: the package or the interpreter is not there. */
gm_status gm_installed_module(const char *module, int argc, char **argv);

#endif
