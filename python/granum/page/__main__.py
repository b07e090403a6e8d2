"""granum export --as page RESULT -- the program's `export` starts this for the format page."""

import argparse
import os
import sys

from granum.program import Wrong, exit_code


def parser_of():
    """Of the words that the program passes on; people read the help of the program."""
    parser = argparse.ArgumentParser(prog="granum export --as page")
    parser.add_argument("result", metavar="RESULT")
    parser.add_argument("--to", metavar="FILE")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--last", type=int, default=-1)
    parser.add_argument("--time", type=float)
    parser.add_argument("--count", type=int)
    parser.add_argument("--arrays")
    parser.add_argument("--limit", type=float)
    parser.add_argument("--force", action="store_true")
    return parser


def frames_of(options, result):
    """Numbers of the frames to choose from."""
    n = len(result)
    if n == 0:
        raise Wrong("'%s' has no frame yet" % options.result)
    if options.time is not None:
        return [int(abs(result.times - options.time).argmin())]
    first, last = (k + n if k < 0 else k for k in (options.first, options.last))
    if not 0 <= first <= last < n:
        raise Wrong("the frames %d:%d do not exist; the result has %d frames, counted from 0" % (
            options.first, options.last, n))
    return range(first, last + 1)


def make(options):
    from granum import open as open_result
    from granum.page import LIMIT, write

    if not os.path.isfile(options.result):
        raise Wrong("there is no file '%s'" % options.result)
    path = options.to or os.path.splitext(os.path.basename(options.result))[0] + ".html"
    if os.path.isdir(path):
        raise Wrong("'%s' is a folder; a page is one file: -o page.html" % path)
    if os.path.exists(path) and not options.force:
        raise Wrong("'%s' exists; use --force to replace it, or -o with another name" % path)
    arrays = options.arrays.split(",") if options.arrays else None
    with open_result(options.result) as result:
        made = write(result, path, frames_of(options, result), options.count, arrays,
                     options.limit or LIMIT)
    print("%s: %.1f MB, %d of %d frames%s; positions are within %.2g m" % (
        path, made.size / 1e6, len(made.frames), made.of,
        "" if len(made.frames) == made.of else
        " in even steps; the others are left out" + (
            "" if options.count else " since a page is at most %g MB (--limit)" % (options.limit or LIMIT)),
        made.error))


def main(words=None):
    options = parser_of().parse_args(words)
    return exit_code("granum", lambda: make(options), (Wrong, LookupError, ValueError))


if __name__ == "__main__":
    sys.exit(main())
