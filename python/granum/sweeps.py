"""Runs of one scene with several values of one or two keys, one after another or several at once.

    from granum.run import sweep
    table = sweep("hopper.vtkhdf", {"contacts.pairs[0].friction": [0.1, 0.3, 0.5]}, jobs=2)
    print(table)
    table["mean_normal_force"], table[0].result

plugin/run/plan.cxx names results by the same rule.
"""

import atexit
import csv
import itertools
import json
import os
import signal
import subprocess
import sys
import threading

from granum.program import RunError, parameters, path_of, program, settings, written

MOST_KEYS = 2
MOST_RUNS = 1000
LONGEST_WORD = 40  # of a value in the name of a file
FIGURES = ("kinetic_energy", "balance_error", "mean_normal_force", "share_by_sites")
UNITS = {"kinetic_energy": "J", "balance_error": "J", "mean_normal_force": "N"}
EXTENSION = ".vtkhdf"


def combinations(values):
    """[{path: text}] for {path: values}; the last key varies fastest.  ValueError: no sweep."""
    texts = {path: [written(value) for value in list_] for path, list_ in values.items()}
    runs = 1
    for path, list_ in texts.items():
        if not list_:
            raise ValueError("the sweep of %s has no values" % path)
        for text in list_:
            if list_.count(text) > 1:
                raise ValueError("the sweep of %s has the value %s twice" % (path, text))
        runs *= len(list_)
    if not 1 <= len(texts) <= MOST_KEYS:
        raise ValueError("a sweep varies one or two keys, not %d; keep the others fixed by "
                         "overrides" % len(texts))
    if runs > MOST_RUNS:
        raise ValueError("the sweep has %d runs; at most %d are started at once"
                         % (runs, MOST_RUNS))
    return [dict(zip(texts, chosen)) for chosen in itertools.product(*texts.values())]


def _word(text):
    """Letters and digits of a value; others that separate words become a single '_'."""
    kept = [c if c.isascii() and c.isalnum() or c in "+-." else "_" if c in ",:" else ""
            for c in text]
    return "".join(kept)[:LONGEST_WORD]


def suffix_of(values):
    """What the name of the result of a run ends with: -friction-0.1."""
    return "".join("-%s-%s" % (_word(path.rsplit(".", 1)[-1]), _word(text))
                   for path, text in values.items())


def _base(source, result):
    """Path without extension that the names of the results begin with."""
    if result:
        return os.path.splitext(os.path.abspath(result))[0]
    path = os.path.abspath(source)
    by_folder = os.path.isdir(path) or os.path.basename(path) == "scene.yaml"
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    stem = os.path.basename(folder) if by_folder else os.path.splitext(os.path.basename(path))[0]
    return os.path.join(folder if os.access(folder, os.W_OK) else os.getcwd(), stem)


def _names(source, result, replace, runs):
    """Paths of the results.  FileExistsError: a chosen one exists and is not to be replaced."""
    base, names = _base(source, result), []
    for values in runs:
        wanted = base + suffix_of(values)
        name, n = wanted, 0
        while name in names or (not result and os.path.lexists(name + EXTENSION)):
            n += 1
            name = "%s-%d" % (wanted, n)
        if result and not replace and os.path.lexists(name + EXTENSION):
            raise FileExistsError("'%s' exists and is not replaced: choose another result, or "
                                  "replace=True" % (name + EXTENSION))
        names.append(name)
    return [name + EXTENSION for name in names]


class Row:
    """A run of a sweep.

    values: {path: text} of the swept keys.  result: path of its file.  state: waiting, running,
    done, failed or stopped.  message: why it failed or where it was stopped.  progress: from 0 to
    1.  kinetic_energy, balance_error (J), mean_normal_force (N) of the contacts that push,
    share_by_sites of the mesh queries that virtual particles served: at its end, else NaN."""

    def __init__(self, values, result):
        self.values, self.result = values, result
        self.state, self.message, self.progress, self.log = "waiting", "", 0.0, ""
        for name in FIGURES:
            setattr(self, name, float("nan"))
        self._end = 0.0

    def _event(self, event):
        kind = event.get("event")
        if kind == "start":
            self._end = event["end"]
        elif kind in ("progress", "frame") and self._end > 0:
            self.progress = min(1.0, event["time"] / self._end)
        elif kind == "end":
            self.message = event["message"]
            for name in FIGURES:
                if event.get(name) is not None:
                    setattr(self, name, event[name])

    def __repr__(self):
        return "run %s: %s, '%s'" % (
            ", ".join("%s=%s" % pair for pair in self.values.items()), self.state, self.result)


class Sweep:
    """The runs of a sweep: len(s), s[0], s[-1], for row in s, each a Row; s["mean_normal_force"]
    or s["contacts.pairs[0].friction"] is a list, one item per run (numbers where all are); print(s)
    shows a table, s.to_csv(path) writes it."""

    def __init__(self, rows):
        self.rows = list(rows)
        self._threads, self._running = [], set()
        self._lock, self._halted = threading.Lock(), False

    # --- the table ---

    def __len__(self):
        return len(self.rows)

    def __iter__(self):
        return iter(self.rows)

    @property
    def columns(self):
        """Names of the columns."""
        return list(self.rows[0].values) + ["state", "progress", *FIGURES, "result", "message"]

    def __getitem__(self, index):
        if not isinstance(index, str):
            return self.rows[index]
        if index in self.rows[0].values:
            texts = [row.values[index] for row in self.rows]
            try:
                return [float(text) for text in texts]
            except ValueError:
                return texts
        if index not in self.columns:
            raise KeyError("no column '%s'; there are: %s" % (index, ", ".join(self.columns)))
        return [getattr(row, index) for row in self.rows]

    def __repr__(self):
        heads = list(self.rows[0].values) + ["state"] + [
            "%s (%s)" % (name, UNITS[name]) if name in UNITS else name for name in FIGURES
        ] + ["result"]
        lines = [heads] + [
            [*row.values.values(), row.state] + ["%.6g" % getattr(row, name) for name in FIGURES]
            + [os.path.basename(row.result)] for row in self.rows]
        widths = [max(map(len, column)) for column in zip(*lines)]
        text = ["  ".join(map(str.ljust, line, widths)).rstrip() for line in lines]
        text += ["%s: %s" % (os.path.basename(row.result), row.message)
                 for row in self.rows if row.message]
        return "\n".join(text)

    def to_csv(self, path):
        with open(path, "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(self.columns)
            writer.writerows(zip(*(self[name] for name in self.columns)))

    # --- the runs ---

    @property
    def state(self):
        """running, done, failed or stopped."""
        states = [row.state for row in self.rows]
        if any(thread.is_alive() for thread in self._threads):
            return "running"
        for state in ("failed", "stopped"):
            if state in states:
                return state
        return "stopped" if "waiting" in states else "done"

    def _take(self):
        with self._lock:
            for row in self.rows:
                if row.state == "waiting" and not self._halted:
                    row.state = "running"
                    return row
        return None

    def _run(self, row, words):
        with self._lock:
            if self._halted:
                row.state = "waiting"
                return
            run = subprocess.Popen(words + ["--output=" + row.result], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   encoding="utf-8", errors="replace")
            self._running.add(run)
        log = []
        reader = threading.Thread(target=lambda: log.extend(run.stderr))
        reader.start()
        for line in run.stdout:
            try:
                row._event(json.loads(line))
            except ValueError:
                pass  # a line that is cut off by the end of the run
        code = run.wait()
        reader.join()
        with self._lock:
            self._running.discard(run)
        row.log = "".join(log)
        if code == 0:
            row.state, row.progress = "done", 1.0
        elif code == 130 or code == -signal.SIGINT:
            row.state = "stopped"
        else:
            row.message = row.message or row.log.strip() or "granum ended with %d" % code
            row.state = "failed"

    def _work(self, words):
        row = self._take()
        while row:
            try:
                self._run(row, words + ["--set=%s=%s" % pair for pair in row.values.items()])
            except OSError as error:
                row.state, row.message = "failed", str(error)
            row = self._take()

    def _start(self, words, jobs):
        atexit.register(self.stop)
        for _ in range(min(jobs, len(self.rows))):
            thread = threading.Thread(target=self._work, args=(words,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def wait(self):
        """Wait for the end of all runs; Ctrl-C stops them.  Returns this table."""
        try:
            for thread in self._threads:
                thread.join()
        except KeyboardInterrupt:
            self.stop()
            raise
        atexit.unregister(self.stop)
        return self

    def stop(self):
        """Stop the runs that are running, each with a closed result, and start no more."""
        with self._lock:
            self._halted = True
            for run in self._running:
                run.send_signal(signal.SIGINT)
        for thread in self._threads:
            thread.join()


def is_remote():
    """Is this a ParaView whose data server is another process?"""
    manager = sys.modules.get("paraview.servermanager")
    return bool(manager and manager.ActiveConnection and manager.ActiveConnection.IsRemote())


def _on_server(source, runs, values, overrides, result, replace, threads):
    """The sweep as a Granum Run of the server, which has the files."""
    from granum import run as launches
    from granum.paraview import servermanager, simple

    texts = ["%s=%s" % (path, "; ".join(map(written, list_))) for path, list_ in values.items()]
    run = launches.start(source, overrides, result, replace, threads, texts)
    found = launches.wait_for(run)
    run.UpdatePipeline()
    table = servermanager.Fetch(run)
    if table.GetNumberOfRows() != len(runs):
        simple.Delete(run)
        raise RunError(found["Message"])
    rows = []
    for k, chosen in enumerate(runs):
        row = Row(chosen, table.GetColumnByName("result").GetValue(k))
        for name in ("state", "message", "progress", *FIGURES):
            setattr(row, name, table.GetColumnByName(name).GetValue(k))
        rows.append(row)
    simple.Delete(run)
    return Sweep(rows)


def sweep(source, values, overrides=(), result="", replace=False, threads=0, jobs=1, wait=True):
    """Run a scene file, a folder with a scene.yaml, or the scene of a result (a path, a
    granum.Result or a Granum Reader) with all values of one or two keys; returns a Sweep.

    values: {path: values}; values of two keys are combined.  overrides: what all runs have in
    common, {path: value} or texts PATH=VALUE.  result: the path that the names of the results
    begin with, NAME-friction-0.1.vtkhdf; "": that of the source, and a free name.  threads: of
    each run; 0: one for each core that it may use.  jobs: number of runs at once.  wait=False returns at once; wait()
    and stop() of the table follow.  A ParaView that is connected to a server runs there, one run
    after another.

    Each value is tested before the first run begins: granum.run.RunError has the message, and the
    path of the wrong key.  ValueError: too many keys or runs, or a value twice.  FileExistsError:
    a result exists.  A run that fails does not end the others; its row has the message."""
    path, common = path_of(source), settings(overrides)
    runs = combinations(values)
    if jobs < 1:
        raise ValueError("jobs is a number from 1 on, not %r" % (jobs,))
    if is_remote():
        if jobs > 1 or not wait:
            raise ValueError("on a server runs follow one another, and sweep() waits for them: "
                             "leave out jobs and wait")
        return _on_server(path, runs, values, common, result, replace, threads)
    for key, list_ in values.items():
        for value in list_:
            tested = {**runs[0], key: written(value)}
            parameters(path, common + settings(tested))
    names = _names(path, result, replace, runs)
    words = [program(), "run", path, "--progress=json"] + ["--force"] * bool(replace)
    words += ["--threads=%d" % threads] * bool(threads) + ["--set=" + text for text in common]
    table = Sweep(map(Row, runs, names))
    table._start(words, jobs)
    return table.wait() if wait else table
