"""Figures of a result that tables of runs and comparisons show."""

from granum.arrays import numpy
from granum.file import ResultError
from granum.result import Result

#: Columns of the last row of the history: name in the table, column, unit.
LAST = (("grains", "grains", "1"), ("kinetic_energy", "kinetic_energy", "J"),
        ("elastic_energy", "elastic_energy", "J"), ("potential_energy", "potential_energy", "J"),
        ("dissipated_energy", "dissipated_energy", "J"), ("balance_error", "energy_error", "J"),
        ("coverage_lost", "coverage_lost", "1"))


def mean_normal_force(frame, walls=None):
    """Mean normal force in N of the contacts of a frame that push, NaN without any.  walls: of
    contacts with structures alone (True), between grains alone (False), of all (None)."""
    contacts = frame.contacts
    force = numpy.asarray(contacts.force_normal, float)
    pushes = force > 0
    if walls is not None:
        pushes &= (numpy.asarray(contacts.id_b) < 0) == walls
    return float(force[pushes].mean()) if pushes.any() else float("nan")


def summary(result):
    """{name: (value, unit)} of the end of a result (a path or a granum.Result): its time, frames
    and grains, the energies and the residual of their balance, mean normal forces of contacts
    that push in the last frame, the share of mesh queries that virtual particles served, and for
    each structure the mean over all times of the magnitude of the force of grains on it.

    What a result does not have is left out."""
    if not isinstance(result, Result):
        with Result(result) as opened:
            return summary(opened)
    figures = {"frames": (len(result), "1")}
    if len(result):
        figures["end"] = (float(result.times[-1]), "s")
    history = result.history
    if len(history):
        for name, column, unit in LAST:
            if column in history:
                figures[name] = (history[column][-1].item(), unit)
        if "asked_sites" in history:
            sites, triangles = (int(history[name][-1]) for name in ("asked_sites", "asked_triangles"))
            if sites + triangles:
                figures["share_by_sites"] = (sites / (sites + triangles), "1")
    if len(result):
        last = result[-1]
        try:
            figures["contacts"] = (len(last.contacts), "1")
            figures["mean_normal_force"] = (mean_normal_force(last), "N")
            figures["mean_normal_force_grains"] = (mean_normal_force(last, False), "N")
            figures["mean_normal_force_walls"] = (mean_normal_force(last, True), "N")
        except ResultError:  # an older result without contacts
            pass
    if len(history) and "structure_force" in history:
        force = numpy.linalg.norm(history["structure_force"], axis=2).mean(axis=0)
        for name, value in zip(result.structures, force):
            figures["mean_force_" + name] = (float(value), "N")
    return {name: pair for name, pair in figures.items() if pair[0] == pair[0]}
