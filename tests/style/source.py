"""C sources as the style tests read them: what is code and what is comment."""
import re

# Headers of C, of POSIX and of OpenMP.
STANDARD = set(
    """assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h
    locale.h math.h setjmp.h signal.h stdalign.h stdarg.h stdatomic.h stdbool.h
    stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h tgmath.h threads.h
    time.h uchar.h wchar.h wctype.h
    argp.h dirent.h dlfcn.h fcntl.h glob.h libgen.h poll.h pthread.h semaphore.h spawn.h
    strings.h termios.h
    unistd.h sys/auxv.h sys/file.h sys/ioctl.h sys/mman.h sys/prctl.h sys/random.h sys/resource.h sys/select.h
    sys/stat.h sys/statvfs.h sys/time.h sys/types.h sys/utsname.h sys/vfs.h
    sys/wait.h omp.h""".split()
)
TOKEN = re.compile(
    r"""/\*.*?\*/ | //[^\n]* | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'""", re.S | re.X)


def blank(text):
    """As many lines, every other character a space."""
    return re.sub(r"[^\n]", " ", text)


def is_comment(token):
    return token.startswith(("/*", "//"))


def code(text, strings=False):
    """The text without its comments and, unless `strings`, without what its strings hold."""
    def replace(found):
        token = found.group()
        if is_comment(token):
            return blank(token)
        return token if strings else token[0] + blank(token[1:-1]) + token[-1]
    return TOKEN.sub(replace, text)


def comments(text):
    """(line, text) of every comment."""
    for found in TOKEN.finditer(text):
        if is_comment(found.group()):
            yield text.count("\n", 0, found.start()) + 1, found.group()


def files(top, *folders, suffixes=(".c", ".h")):
    """(path below top, text) of every source in these folders."""
    for folder in folders:
        for path in sorted((top / folder).rglob("*")):
            if path.suffix in suffixes and path.is_file():
                yield path.relative_to(top).as_posix(), path.read_text()
