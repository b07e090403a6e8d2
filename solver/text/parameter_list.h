/* text/parameter_list.h -- the parameters of a scene: every key that has a value in it.
 */
#ifndef GM_TEXT_PARAMETER_LIST_H
#define GM_TEXT_PARAMETER_LIST_H

#include "config/config.h"
#include <stdio.h>

/* How to print them. `written` is true if the text of the scene contains every key, as
 * the effective scene of a result does: a parameter then counts as given if it differs
 * from its default. */
typedef struct gm_parameter_list_form {
  const char *source; /* path of the scene or result */
  bool json, written;
} gm_parameter_list_form;

/* Lists with more items are left out: tables of a motion, lists of grains. */
enum { GM_PARAMETER_LIST_ITEMS = 100 };

/* Print every parameter of *config, which was read without error (rules/read.h): as a
 * table, or as a JSON object {"source", "parameters": [{path, label, value, given,
 * only_with, and the members of gm_manual_print}]}.  only_with, a key and some of its
 * choices, or null: an optional number is allowed only with one of these choices.
 *
 * `path` has the indices of the items, as in error messages; `label` has their names;
 * --set accepts both.  `value` is the text of the file, or the default, or "" if the
 * key is optional and has no value.  Of a one-of only the chosen branch is printed.
 * GM_ERR_FILE: `out` cannot be written. */
gm_status gm_parameter_list_print(FILE *out, const gm_config *config,
                                  const gm_parameter_list_form *form);

/* Print the errors of a scene as a JSON object {"error": {key, message, what}, "errors":
 * [all of them]}: `what` is the message without place and key.  A scene that could not
 * be read has no errors of keys; then `message` is printed under the key "". */
void gm_parameter_list_print_errors(FILE *out, const gm_config *config,
                                    const char *message);

#endif
