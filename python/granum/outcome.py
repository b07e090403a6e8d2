"""Figures of a result that tables of runs and comparisons show."""

from granum.arrays import numpy
from granum.file import ResultError
from granum.result import Result

#: Columns of the last row of the history: name in the table, column, unit.
LAST = (("grains", "grains", "1"), ("kinetic_energy", "kinetic_energy", "J"),
        ("elastic_energy", "elastic_energy", "J"), ("potential_energy", "potential_energy", "J"),
        ("dissipated_energy", "dissipated_energy", "J"), ("balance_error", "energy_error", "J"),
        ("coverage_lost", "coverage_lost", "1"))

SAME_TIME = 1e-9  # relative difference of two times that are the same


def mean_normal_force(frame, walls=None):
    """Mean normal force in N of the contacts of a frame that push, NaN without any.  walls: of
    grains with structures alone (True), between grains alone (False), of all (None)."""
    contacts = frame.contacts
    force = numpy.asarray(contacts.force_normal, float)
    pushes = force > 0
    if walls is not None:
        pushes &= numpy.asarray(contacts.kind) == (1 if walls else 0)
    return float(force[pushes].mean()) if pushes.any() else float("nan")


def _rows_until(times, until):
    """Number of the rising times that are not later; all if until is None."""
    if until is None:
        return len(times)
    return int(numpy.searchsorted(numpy.asarray(times), until * (1 + SAME_TIME), "right"))


def summary(result, until=None):
    """{name: (value, unit)} of the end of a result (a path or a granum.Result), or of its state
    at the time `until` in s: frames and end of the result; grains, the energies and the residual
    of their balance, mean normal forces of contacts that push in that frame, the share of mesh
    queries that virtual particles served until then, and for each structure the mean over the
    time until then of the magnitude of the force of contacts on it.

    What a result does not have is left out."""
    if not isinstance(result, Result):
        with Result(result) as opened:
            return summary(opened, until)
    figures = {"frames": (len(result), "1")}
    if len(result):
        figures["end"] = (float(result.times[-1]), "s")
    history = result.history
    rows = _rows_until(history["time"], until) if len(history) else 0
    if rows:
        for name, column, unit in LAST:
            if column in history:
                figures[name] = (history[column][rows - 1].item(), unit)
        if "asked_sites" in history:
            sites, triangles = (int(history[name][rows - 1])
                                for name in ("asked_sites", "asked_triangles"))
            if sites + triangles:
                figures["share_by_sites"] = (sites / (sites + triangles), "1")
    frames = _rows_until(result.times, until)
    if frames:
        last = result[frames - 1]
        try:
            figures["contacts"] = (len(last.contacts), "1")
            figures["mean_normal_force"] = (mean_normal_force(last), "N")
            figures["mean_normal_force_grains"] = (mean_normal_force(last, False), "N")
            figures["mean_normal_force_walls"] = (mean_normal_force(last, True), "N")
        except ResultError:  # an older result without contacts
            pass
    if rows and "structure_force" in history:
        force = numpy.linalg.norm(history["structure_force"][:rows], axis=2).mean(axis=0)
        for name, value in zip(result.structures, force):
            figures["mean_force_" + name] = (float(value), "N")
    return {name: pair for name, pair in figures.items() if pair[0] == pair[0]}
