/* installed/module.h -- starts a module of the Python package granum of this tree.
 */
#ifndef GM_INSTALLED_MODULE_H
#define GM_INSTALLED_MODULE_H

#include "base/status.h"

/* Replace this process by `python3 -m MODULE argv[1] ...`; returns only with an error.
 *
 * The package is the one of the tree that the program belongs to, built or installed; it
 * goes before other entries of PYTHONPATH.  The interpreter is $GRANUM_PYTHON, else the
 * system's /usr/bin/python3, for which Debian packages NumPy, h5py and Matplotlib, else
 * the python3 of PATH.  GM_ERR_FILE: the package or the interpreter is not there. */
gm_status gm_module_start(const char *module, int argc, char **argv);

#endif
