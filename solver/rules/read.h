/* rules/read.h -- reads a scene file into the config, through the key table.
 */
#ifndef GM_RULES_READ_H
#define GM_RULES_READ_H

#include "config/config.h"

/* Read the scene `path` (a file, or a folder with scene.yaml), apply the overrides
 * set[0..n_set), each "PATH=VALUE", fill in every default, and test the rules.
 *
 * GM_ERR_INPUT: config->errors lists every error, one in each line:
 *   scene.yaml:12:5: contacts.pairs[0].restitution: 1.4 is above 1; it is ...
 * or the file does not exist; then config->errors is null.  GM_ERR_FILE, GM_ERR_MEMORY.
 * *config must be cleared with gm_config_clear in all cases. */
gm_status gm_read_scene(const char *path, size_t n_set, const char *const *set,
                        gm_config *config);

/* The same from `length` bytes of text.  Messages call the text `name`; paths in the
 * scene are relative to `folder`. */
gm_status gm_read_text(const char *text, size_t length, const char *name,
                       const char *folder, size_t n_set, const char *const *set,
                       gm_config *config);

/* The steps of reading, in their order: parse text or file into a tree; apply overrides
 * to the tree; fill the config from the tree and the defaults; test the rules.  Errors
 * of the first steps are collected, and gm_read_check reports them with its own as
 * GM_ERR_INPUT.  Between the last two steps the caller may fill lists of the config. */
gm_status gm_read_begin(const char *text, size_t length, const char *name,
                        const char *folder, gm_config *config);
gm_status gm_read_file(const char *path, gm_config *config);
gm_status gm_read_override(gm_config *config, const char *override);
gm_status gm_read_bind(gm_config *config);
gm_status gm_read_check(gm_config *config);

/* As gm_read_override, and creates missing items (gm_tree_make in config/tree.h).
 * GM_ERR_INPUT: the setting cannot be read; its error is in the message only, and not
 * collected. */
gm_status gm_read_make(gm_config *config, const char *setting);

#endif
