"""A client and a server: the result is read where the server is, sums are the same.

    server.py RESULT SCENE DIRECTORY      (in an X session, with pvserver and pvpython)

A result is opened and a filter applied, whose sums are those of the file.  A run is launched
too, and its solver is the server's child.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import time

PATIENCE = 600  # s: bounds a hang, not a speed


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def client(port, result, scene, written):
    """In pvpython: prints what it finds as JSON on the last line."""
    from paraview import servermanager, simple

    import filters
    import reading

    found = {}
    simple.Connect("127.0.0.1", port)
    for proxy in ("GranumReader", "ContactNetwork", "GranumRun"):
        if not hasattr(simple, proxy):
            simple.LoadDistributedPlugin("Granum", remote=True, ns=simple.__dict__)
    found["remote"] = bool(servermanager.ActiveConnection.IsRemote())
    reader = reading.open_result(result)
    time_ = max(reader.TimestepValues)
    made = simple.ContactNetwork(Contacts=reader, Shape="Lines")
    data = filters.output(made, time_)
    cells = reading.arrays(data.GetCellData())
    found["lines"] = data.GetNumberOfLines()
    found["force"] = float(cells["force_normal"].astype("f8").sum())
    found["ratio"] = float(cells["force_ratio"].sum())
    from granum import run

    launched = run.start(scene, overrides=["time.end=0.1"], result=written, replace=True,
                         threads=1)
    said = run.wait_for(launched)
    found["run"], found["frames"] = said["State"], said["Frames"]
    found["log"] = len(said["Log"]) > 0
    table = run.sweep(scene, {"time.end": [0.01, 0.02]}, result=written, replace=True, threads=1)
    found["sweep"] = [(row.state, row.values["time.end"], os.path.exists(row.result))
                      for row in table]
    launched.Sweep = ["time.end=1; soon"]
    launched.SMProxy.UpdateVTKObjects()
    launched.SMProxy.InvokeCommand("Check")
    launched.SMProxy.UpdatePropertyInformation()
    found["verdict"] = json.loads(launched.GetProperty("Verdict")[0])["error"]["key"]
    simple.Disconnect()
    print(json.dumps(found), flush=True)
    os._exit(0)


def started(port):
    with open(os.environ["SERVER_LOG"], "w") as log:
        server = subprocess.Popen(["pvserver", "--server-port=%d" % port],
                                  stdin=subprocess.DEVNULL, stdout=log,
                                  stderr=subprocess.STDOUT)
    end = time.time() + PATIENCE
    while time.time() < end and server.poll() is None:
        with open(os.environ["SERVER_LOG"]) as f:
            if "Accepting connection" in f.read():
                return server
        time.sleep(0.2)
    raise RuntimeError("pvserver does not accept connections")


def ask(port, *paths):
    done = subprocess.run(["pvpython", os.path.abspath(__file__), "--client", str(port), *paths],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=PATIENCE)
    lines = done.stdout.strip().splitlines()
    if done.returncode or not lines or not lines[-1].startswith("{"):
        print(done.stdout)
        return {}
    return json.loads(lines[-1])


def main():
    from checks import check, check_equal, report
    from result import Result

    result, scene, directory = sys.argv[1:4]
    written = os.path.join(directory, "server_run.vtkhdf")
    os.environ["SERVER_LOG"] = os.path.join(directory, "server.log")
    port = free_port()
    server = started(port)
    try:
        remote = ask(port, result, scene, written)
        check_equal(server.wait(PATIENCE), 0, "the server ends with its client")
    finally:
        if server.poll() is None:
            server.send_signal(signal.SIGTERM)
    check(remote.get("remote"), "the session has a server")
    derived = Result(result).derived(-1)
    force, shown = derived["force_normal"], derived["image"] == 0
    check(shown.any() and remote.get("lines") == shown.sum(), "lines: %s, not %d" % (remote.get("lines"), shown.sum()))
    for name, unit in (("force", 1.0), ("ratio", force[force > 0].mean())):
        total = force[shown].sum() / unit
        check(abs(remote.get(name, 0.0) - total) < 1e-6 * abs(total), "%s: %s, not %g" % (name, remote.get(name), total))
    check_equal((remote.get("run"), remote.get("log")), ("done", True), "a run on the server")
    check_equal(remote.get("sweep"), [["done", "0.01", True], ["done", "0.02", True]],
                "a sweep on the server")
    check_equal(remote.get("verdict"), "time.end", "key of a value that the server refuses")
    check(remote.get("frames", 0) > 1, "it wrote frames: %r" % remote.get("frames"))
    print(remote)
    report()


if sys.argv[1] == "--client":
    client(int(sys.argv[2]), *sys.argv[3:6])
else:
    main()
