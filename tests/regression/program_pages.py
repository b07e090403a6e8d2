"""program_pages PROGRAM SHARE -- man page and completion have every command and option.

SHARE is the folder share of the build tree, where packaging/describe has left them.  Commands,
options and arguments of `granum --help` are read here in another way than there.  bash and zsh
complete commands, options, choices, cases and paths of keys; the page has no fault that man finds.
"""
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import check, report  # noqa: E402

program, share = os.path.abspath(sys.argv[1]), Path(sys.argv[2]).resolve()


def run(*words, **options):
    return subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, **options)


def helped():
    """{command: {long option: argument}} of what --help prints."""
    found = {}
    for name in re.findall(r"^  (\w+) ", run(program, "--help").stdout, re.M):
        text = run(program, name, "--help").stdout
        found[name] = {long: argument or "" for long, argument in re.findall(
            r"^ +(?:-\S(?: \S+)?, )?--([\w-]+)(?:[= ]([A-Z{]\S*|[a-z]+(?:\|[a-z-]+)+))?", text, re.M)}
    return found


def page(commands):
    text = (share / "man/man1/granum.1").read_text()
    plain = text.replace("\\-", "-").replace("\\fB", "").replace("\\fI", "").replace("\\fR", "")
    for name, options in commands.items():
        part = plain.split(".SS granum %s\n" % name)
        check(len(part) == 2, "the page has", len(part) - 1, "sections on", name)
        part = part[-1].split(".SS ")[0]
        for long in options:
            check(long in ("help", "usage") or "--" + long in part, "the page lacks", name, long)
        for long in re.findall(r"(?m)^(?:-\S(?: \S+)?, )?--([\w-]+)", part):
            check(long in options, "the page has", name, "--" + long, "which --help has not")
    if shutil.which("man"):
        done = run("man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z",
                   str(share / "man/man1/granum.1"))
        check(done.returncode == 0 and not done.stderr, "man:", done.stderr[:400])


def checks_env():
    """env.sh completes where somebody types, and stops no strict script."""
    env = share.parent / "env.sh"
    typed = run("bash", "--norc", "-ic", "source %s; complete -p granum" % env)
    check("-F _granum granum" in typed.stdout, "bash:", typed.stdout, typed.stderr[-400:])
    strict = run("bash", "-euc", "source %s; complete -p granum || echo none" % env)
    check(strict.returncode == 0 and strict.stdout == "none\n", "strict:", strict.stdout, strict.stderr[-400:])


BASH = """
source %s
compopt() { :; }
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
_granum
printf '%%s\\n' "${COMPREPLY[@]}"
"""


def bash(folder, *words):
    script = BASH % (share / "bash-completion/completions/granum")
    done = run("bash", "-c", script, "bash", program, *words, cwd=folder)
    check(not done.stderr, "bash:", done.stderr[:400])
    return done.stdout.split()


def completes_bash(commands, folder):
    check(set(commands) < set(bash(folder, "")), "bash: commands")
    for name, options in commands.items():
        found = set(bash(folder, name, "--"))
        check({"--" + o for o in options if o != "usage"} == found, "bash:", name, sorted(found))
    check(bash(folder, "run", "hop") == ["hopper"], "bash: a case")
    check("bed.yaml" in bash(folder, "run", "b"), "bash: a scene")
    check(bash(folder, "info", "") == ["old.vtkhdf"], "bash: a result")
    check(bash(folder, "run", "hopper", "--progress", "=", "j") == ["json"], "bash: a choice")
    check("contacts.pairs[].friction=" in bash(folder, "run", "--set", "contacts.pairs[].f"),
          "bash: a key")
    check("structures.gate.material=" in bash(folder, "run", "hopper", "-s", "structures.gate.mat"),
          "bash: a key of a scene")
    check("hertz" in bash(folder, "run", "hopper", "--set", "contacts.law", "="), "bash: a value")
    check("contacts.law" in bash(folder, "keys", "contacts.l"), "bash: granum keys")


def zsh(folder, line, wanted):
    """Does zsh list `wanted` for the line?  It completes in a terminal only."""
    child, fd = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execvpe("zsh", ["zsh", "-f", "-i"],
                   dict(os.environ, TERM="dumb", COLUMNS="200", PS1="> ",
                        PATH=str(Path(program).parent) + ":" + os.environ["PATH"]))
    text = ""

    def read(word, seconds=300):
        nonlocal text
        end, text = time.monotonic() + seconds, ""
        while word not in text and time.monotonic() < end:
            if select.select([fd], [], [], 0.2)[0]:
                try:
                    text += os.read(fd, 65536).decode(errors="replace")
                except OSError:
                    break
        return word in text

    try:
        os.write(fd, ("fpath=(%s $fpath); autoload -Uz compinit; compinit -u -D; LISTMAX=9999;"
                      "bindkey '^I' list-choices; print RE''ADY\n"
                      % (share / "zsh/site-functions")).encode())
        if read("READY"):
            os.write(fd, (line + "\t").encode())
            read("\n")
            check(wanted in text or read(wanted), "zsh:", line, "does not list", wanted, "\n", text)
        else:
            check(False, "zsh does not start", text)
    finally:
        os.close(fd)
        os.kill(child, 9)
        os.waitpid(child, 0)


def completes_zsh(folder):
    zsh(folder, "granum run --thr", "use N threads")
    zsh(folder, "granum run hopper --set contacts.law=", "hertz")


def cases(folder):
    names = [line.split()[0] for line in run(program, "cases").stdout.splitlines()]
    check("mixer" in names and "hopper" in names and names == sorted(names), "granum cases", names)
    done = run(program, "run", "bounce", "--progress", "none", "--set", "time.end=0.01", cwd=folder)
    check(done.returncode == 0 and (Path(folder) / "bounce.vtkhdf").exists(), done.stderr)
    (Path(folder) / "spin").write_text("not a scene")
    done = run(program, "check", "spin", cwd=folder)
    check(done.returncode == 2, "a file here comes before a case of its name")


commands = helped()
print("%d commands, %d options" % (len(commands), sum(map(len, commands.values()))))
check(len(commands) > 9 and "set" in commands["run"] and "kind" in commands["figure"], commands)
page(commands)
with tempfile.TemporaryDirectory() as folder:
    for name in ("bed.yaml", "old.vtkhdf"):
        (Path(folder) / name).touch()
    checks_env()
    completes_bash(commands, folder)
    if shutil.which("zsh"):
        completes_zsh(folder)
    else:
        print("no zsh here")
    cases(folder)
report()
