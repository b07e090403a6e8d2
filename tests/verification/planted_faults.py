"""planted_faults.py GRANUM SOURCES CMAKE [FAULT ...] -- the yardstick finds faults that are put into the solver on purpose.

Each fault is one line of the sources that becomes another.  A copy of the solver is built with it, and
`granum yardstick` must end with a number beyond its bound; without a fault it must not.

 spring   friction that slides loads its spring to the limit without a displacement: the stretch that is kept
 force    the same of a spring whose force is kept
 rolling  the spring of rolling turns the wrong way
 clump    the dashpot of a clump takes its whole mass for that of the contact
 frame    frames are written a step late
 image    the image through a periodic side is that of the side across
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from trial import check, finish  # noqa: E402

FAULTS = {  # name: (file below solver/, what is there, what is put there)
    "none": ("contact/friction.h", "gm_friction_limited(stick, limit).force;", "gm_friction_limited(stick, limit).force;"),
    "spring": ("contact/friction.h", "const gm_vec3 held = gm_scale(-1.0 / st, o.force);\n"
               "  const gm_vec3 spring = gm_friction_chosen(o.slides, held, stick);",
               "const gm_friction_held all = gm_friction_limited(gm_madd(gm_scale(-st, stick), -ct, vt), limit);\n"
               "  const gm_vec3 held = gm_scale(-1.0 / st, all.force);\n"
               "  const gm_vec3 spring = gm_friction_chosen(all.slides, held, stick);"),
    "force": ("contact/friction.h", "const gm_vec3 spring = gm_friction_limited(stick, limit).force;",
              "const gm_friction_held all = gm_friction_limited(gm_madd(stick, -ct, vt), limit);\n"
              "  const gm_vec3 spring = gm_friction_chosen(all.slides, all.force, stick);"),
    "rolling": ("contact/rolling.h", "gm_madd(kept, -stiff * time.dt, w)", "gm_madd(kept, stiff * time.dt, w)"),
    "clump": ("contact/mobility.h", "if (!m->clump) continue;", "if (m->clump || !m->clump) continue;"),
    "frame": ("sim/advance.c", "n % r->frame_every == 0 || (n", "(n > 0 && (n - 1) % r->frame_every == 0) || (n"),
    "image": ("scene/domain.h", "(2.0 * apart[a] > d->side[a]) - (2.0 * apart[a] < -d->side[a])",
              "(2.0 * apart[a] > d->side[a]) - (a < 2 && 2.0 * apart[a] < -d->side[a])"),
}


def laid(sources, folder):
    """A tree with a solver of its own; the rest are links."""
    folder.mkdir()
    for item in Path(sources).iterdir():
        if item.name == "solver":
            shutil.copytree(item, folder / item.name)
        elif not item.name.startswith("build"):
            (folder / item.name).symlink_to(item)
    return folder


def built(cmake, tree, folder):
    for words in (["-S", tree, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DGM_PLUGIN=OFF", "-DBUILD_TESTING=OFF"],
                  ["--build", folder, "-j2", "--target", "granum", "granum_shared"]):
        done = subprocess.run([cmake, *map(str, words)], capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stdout[-2000:] + done.stderr[-2000:])


def yardstick(sources, folder):
    env = dict(os.environ, GRANUM_PROGRAM=str(folder / "bin" / "granum"), OMP_WAIT_POLICY="passive",
               GRANUM_LIBRARY=str(folder / "lib" / "libgranum.so"), PYTHONPATH=str(Path(sources) / "python"))
    done = subprocess.run([sys.executable, "-m", "granum.yardstick", "--quick"], env=env, capture_output=True, text=True)
    return done.returncode, [line for line in done.stdout.splitlines() if "WRONG" in line], done.stderr


def main():
    sources, cmake, *names = sys.argv[2:]
    with tempfile.TemporaryDirectory() as top:
        tree = laid(Path(sources).resolve(), Path(top, "tree"))
        for name in names or FAULTS:
            file, was, becomes = FAULTS[name]
            path = tree / "solver" / file
            text = path.read_text()
            check("%s: %s has what the fault changes" % (name, file), text.count(was) > 0)
            path.write_text(text.replace(was, becomes))
            built(cmake, tree, Path(top, "build"))
            code, wrong, said = yardstick(sources, Path(top, "build"))
            path.write_text(text)
            if name == "none":
                check("without a fault every number is within its bound", code == 0, "\n".join(wrong[:5]) or said[-300:])
            else:
                check("%s: the yardstick finds it" % name, code == 1 and wrong, said[-300:])
                print("\n".join([" %d rows:" % len(wrong), *(line[:150] for line in wrong[:3])]), flush=True)
    finish()


main()
