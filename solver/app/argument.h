/* app/argument.h -- parses the command line of a command that takes one result and no
 * options.
 */
#ifndef GM_APP_ARGUMENT_H
#define GM_APP_ARGUMENT_H

/* Returns the RESULT of the command line; `name` is the command ("granum info"), `doc`
 * the text of its help.  Help and wrong usage end the process, the latter with exit
 * code 2. */
const char *gm_argument_result(int argc, char **argv, char *name,
                               const char *doc);

#endif
