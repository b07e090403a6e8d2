"""A result that is written is followed, and survives: kill -9 at any moment, a full disk,
a file system that does not lock.  What was announced as published can be read."""
import os
import random
import resource
import signal
import tempfile
import time

import h5py

from result_file import check, check_frame, go, granum, report, start


def published(file):
    values = file["VTKHDF/Steps/Values"]
    values.refresh()
    return len(values)


def refresh(file):
    def visit(name, thing):
        if isinstance(thing, h5py.Dataset):
            thing.refresh()
    file.visititems(visit)


def follow(folder):
    """One reader stays open while the writer writes; each frame is right when it is seen."""
    path = f"{folder}/follow.vtkhdf"
    writer = start(path, 40, pause=40, scale=3)
    seen, looks = 0, 0
    with h5py.File(path, "r", swmr=True) as file:
        check(published(file) == 0, "follow: nothing is published at first")
        go(writer)
        while seen < 40 and writer.poll() is None:
            n = published(file)
            if n > seen:
                refresh(file)
                for frame in range(seen, n):
                    check_frame(file, frame, scale=3)
                looks += 1
                seen = n
            time.sleep(0.01)
        out, err = writer.communicate()
        check(writer.returncode == 0, f"follow: the writer is not disturbed: {err}")
    check(looks >= 5, f"follow: {looks} looks saw something new")
    with h5py.File(path, "r") as file:  # plainly
        check(published(file) == 40, "follow: closed with all frames")
    print(f"followed: {looks} looks, {seen} frames")


def check_survivor(path, announced, scale, name):
    """Readable as it is left, and plainly after repair."""
    done, out, err = granum("info", path)
    check(done == 0, f"{name}: granum info reads what is left: {err}")
    try:
        file = h5py.File(path, "r", swmr=True)
    except OSError:
        file = h5py.File(path, "r")
    with file:
        n = published(file)
        check(announced <= n <= announced + 1, f"{name}: {n} frames, {announced} announced")
        for frame in range(n):
            check_frame(file, frame, scale)
    done, out, err = granum("repair", path)
    check(done == 0, f"{name}: granum repair: {err}")
    check(f"{n} frames" in out, f"{name}: repair keeps {n} frames: {out}")
    with h5py.File(path, "r") as file:
        check(published(file) == n, f"{name}: {n} frames after repair")
        check(file["VTKHDF/Steps"].attrs["NSteps"] == n and
              file["granum/contacts/Steps"].attrs["NSteps"] == n, f"{name}: NSteps")
        points = int(file["VTKHDF/NumberOfPoints"][:].sum())
        check(len(file["VTKHDF/NumberOfPoints"]) == n, f"{name}: counts end with the frames")
        check(len(file["VTKHDF/Points"]) == points and
              len(file["VTKHDF/PointData/id"]) == points and
              len(file["granum/poses/position"]) == n, f"{name}: arrays end with the frames")
        rows = {len(array) for array in file["granum/history"].values()}
        check(len(rows) == 1, f"{name}: history has one length: {rows}")
        for frame in range(n):
            check_frame(file, frame, scale)
    done, out, err = granum("repair", path)
    check(done == 0 and "nothing to repair" in out, f"{name}: repaired once and for all")
    return n


def killed(folder):
    """Killed at a random moment after some frames; the writer never pauses: mostly in one."""
    rng = random.Random(1)
    frames = []
    for k in range(6):
        path = f"{folder}/killed{k}.vtkhdf"
        writer = start(path, 100000, scale=20)
        done, out, err = granum("repair", path)
        check(done == 1 and "in use" in err, "repair refuses a running writer")
        go(writer)
        said = "".join(writer.stdout.readline() for _ in range(2 * k))
        time.sleep(rng.uniform(0.02, 0.2))
        writer.send_signal(signal.SIGKILL)
        said += writer.stdout.read()  # not communicate: lines may wait in the buffer
        err = writer.stderr.read()
        check(writer.wait() == -signal.SIGKILL and not err, f"killed: {err}")
        announced = said.count("frame")
        frames.append(check_survivor(path, announced, 20, f"killed {k}"))
        os.remove(path)
    check(max(frames) >= 10, f"killed after {frames} frames")
    print(f"killed: {frames} frames kept")


def killed_without_locks(folder):
    """Killed between frames: in the middle of a flush only a followed file survives."""
    for last in (0, 3, 7):
        path = f"{folder}/unlocked{last}.vtkhdf"
        writer = start(path, 1000, pause=200, nolock=True)
        go(writer)
        line = "made"
        while line and line != f"frame {last}\n":
            line = writer.stdout.readline()
        writer.send_signal(signal.SIGKILL)
        out, err = writer.communicate()
        check("cannot be followed" in err, f"warning: {err!r}")
        with h5py.File(path, "r") as file:
            check(published(file) == last + 1, "without locks: opens plainly at once")
        n = check_survivor(path, last + 1, 1, f"without locks, {last}")
        print(f"killed, without locks: {n} frames kept")


def full_disk(folder, nolock):
    """The file may not grow beyond a size, as on a disk that is full."""
    for size in (900_000, 2_000_000):
        path = f"{folder}/full{size}{nolock}.vtkhdf"

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        writer = start(path, 1000, scale=5, nolock=nolock, preexec_fn=limit)
        go(writer)
        out, err = writer.communicate()
        name = f"full disk at {size}{' without locks' if nolock else ''}"
        check(writer.returncode == 1, f"{name}: status {writer.returncode}")
        message = err.strip().splitlines()[-1]
        check(path in message and "File too large" in message, f"{name}: {message}")
        announced = out.count("frame")
        check(announced > 0, f"{name}: some frames fit")
        if not nolock:
            check_survivor(path, announced, 5, name)
        print(f"{name}: {announced} frames; {message.replace(folder, '')}")


def no_lock(folder):
    """One warning, and after each frame the file opens plainly."""
    path = f"{folder}/nolock.vtkhdf"
    writer = start(path, 8, pause=50, nolock=True)
    go(writer)
    seen = set()
    while writer.poll() is None:
        try:
            with h5py.File(path, "r", locking=False) as file:
                seen.add(published(file))
        except OSError:
            pass  # caught in the middle of a flush
        time.sleep(0.01)
    out, err = writer.communicate()
    check(writer.returncode == 0, f"no locks: {err}")
    check(err.count("\n") == 1 and "does not lock" in err and path in err,
          f"no locks: one warning: {err!r}")
    check(len(seen) >= 3, f"no locks: opened plainly while it grew: {seen}")
    with h5py.File(path, "r") as file:
        check(published(file) == 8, "no locks: 8 frames")
        for frame in range(8):
            check_frame(file, frame)


with tempfile.TemporaryDirectory() as folder:
    follow(folder)
    killed(folder)
    killed_without_locks(folder)
    full_disk(folder, nolock=False)
    full_disk(folder, nolock=True)
    no_lock(folder)
report()
