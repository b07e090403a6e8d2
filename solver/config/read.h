/* config/read.h -- a scene file to structs, through the key table.
 *
 * Room: config.  May include: base.
 */
#ifndef GM_CONFIG_READ_H
#define GM_CONFIG_READ_H

#include "config/config.h"

/* Read the scene `path` (a file, or a folder that holds scene.yaml), apply the overrides
 * `set[0..n_set)`, each "PATH=VALUE", fill every default, and check.
 *
 * GM_ERR_INPUT: config->errors has every fault of the file, a line each:
 *   scene.yaml:12:5: contacts.pairs[0].restitution: 1.4 is above 1; it is ...
 * or there is no such file: then config->errors is null and the message says so.
 * GM_ERR_FILE, GM_ERR_MEMORY: as the message says.  In all cases config can and must be
 * cleared with gm_config_clear (config/config.c). */
gm_status gm_read_scene(const char *path, size_t n_set, const char *const *set,
                        gm_config *config);

/* The same from `length` bytes of text; `name` stands for the file in messages, `folder`
 * is what paths in the scene are relative to. */
gm_status gm_read_text(const char *text, size_t length, const char *name,
                       const char *folder, size_t n_set, const char *const *set,
                       gm_config *config);

/* Add one fault found later (overlapping grains, an unstable time step) to
 * config->errors, with the place where `path` was written (or its nearest written
 * parent).  Returns GM_ERR_INPUT. */
gm_status gm_read_fault(gm_config *config, const char *path, const char *format,
                        ...) __attribute__((format(printf, 3, 4)));

/* Release places and errors: a part of gm_config_clear, which is what callers use. */
void gm_read_forget(gm_config *config);

#endif
