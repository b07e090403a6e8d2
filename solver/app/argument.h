/* app/argument.h -- the command line of a command that takes a result and nothing else.
 *
 * Room: app.  May include: nothing of the other rooms.
 */
#ifndef GM_APP_ARGUMENT_H
#define GM_APP_ARGUMENT_H

/* The one RESULT of the command line; `name` is the command's ("granum info"), `doc` what
 * its help says.  Help and wrong usage end the process, the latter with 2. */
const char *gm_argument_result(int argc, char **argv, char *name,
                               const char *doc);

#endif
