/* import/allowed_files.h -- which files Assimp may open.
 *
 * Triangles are in the mesh file itself.  Files that it references for colours and
 * textures are not needed, and Assimp fails if such a name is that of a folder. Only a
 * glTF file may keep its triangles in files beside it.  For Assimp all other files
 * do not exist.
 */
#ifndef GM_IMPORT_ALLOWED_FILES_H
#define GM_IMPORT_ALLOWED_FILES_H

struct aiFileIO;

/* File access to pass to Assimp, limited to the file at `path` (borrowed) and those it
 * needs; valid until the next call. */
struct aiFileIO *gm_allowed_files_io(const char *path);

#endif
