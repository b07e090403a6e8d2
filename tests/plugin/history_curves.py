"""History Curves against h5py, and the charts of all filters with their titles.

    history_curves.py RESULT BODIES HYBRID       (in an X session)

Forces move some structures of BODIES; HYBRID is partly a continuum.
"""

import os
import re
import sys

import h5py
import numpy
from paraview import simple

import filters
import reading
from checks import check, check_array, check_equal, report

ENERGIES = ["kinetic_energy", "potential_energy", "elastic_energy", "dissipated_energy",
            "structure_work", "energy_error"]


def check_choices(path):
    """Each choice has its columns, with the numbers of the file."""
    reader = reading.open_result(path)
    curves = simple.HistoryCurves(History=reader)  # of port 0: its helper takes the right one
    filters.check_panel(curves)
    with h5py.File(path) as f:
        history = {name: data[()] for name, data in f["granum/history"].items()}
        structures = [n.decode() for n in f["granum/names/structures"][()]]

    def of_structures(name):
        values = history[name].reshape(len(history["time"]), len(structures), -1)
        if values.shape[2] == 1:
            return dict(zip(structures, values[:, :, 0].T))
        return dict(zip(structures, numpy.linalg.norm(values, axis=2).T))
    asked = numpy.diff([history["asked_sites"], history["asked_triangles"]], axis=1, prepend=0)
    with numpy.errstate(invalid="ignore"):
        shares = 100.0 * asked / asked.sum(axis=0)
    choices = {
        "Energies": {n: history[n] for n in ENERGIES},
        "Forces on structures": of_structures("structure_force"),
        "Torques on structures": of_structures("structure_torque"),
        "Power of structures": of_structures("structure_power"),
        "Grains": {n: history[n] for n in ("grains", "grains_in", "grains_out")},
        "Coverage": {"virtual_particles": shares[0], "triangles": shares[1]},
        "Coverage lost": {"coverage_lost": history["coverage_lost"]},
        "Contacts": {n: history[n] for n in ("contacts_grain", "contacts_structure")},
        "Largest overlap": {"largest_overlap": 100.0 * history["largest_overlap"]},
    }
    for choice, columns in choices.items():
        curves.Curves = choice
        table = filters.table(curves, 0, 0)
        check_equal(sorted(table), sorted(["time", *columns]), choice)
        check_array(table["time"], history["time"], choice + ": time", 0)
        for name, values in columns.items():
            check_array(numpy.nan_to_num(table[name], nan=-1),
                        numpy.nan_to_num(values.astype("f8"), nan=-1), choice + ": " + name, 1e-12)


def check_signed(path):
    """A component with its sign, and a running mean: that of a figure."""
    from granum.figures.machines import running_mean

    with h5py.File(path) as f:
        time = f["granum/history/time"][()]
        structures = [n.decode() for n in f["granum/names/structures"][()]]
        force = f["granum/history/structure_force"][()].reshape(len(time), len(structures), 3).astype("f8")
    curves = simple.HistoryCurves(History=reading.open_result(path), Curves="Forces on structures", Component="Z")
    table = filters.table(curves, 0, 0)
    check_equal(sorted(table), sorted(["time", *(name + " z" for name in structures)]), "signed columns")
    for s, name in enumerate(structures):
        check_array(table[name + " z"], force[:, s, 2], name + ": F_z", 1e-12)
    check((force[..., 2] < 0).any(), "some are below 0")
    curves.MeanOver = 0.03
    table = filters.table(curves, 0, 0)
    for s, name in enumerate(structures):
        check_array(table[name + " z"], running_mean(time, force[:, s, 2], 0.03), name + ": mean of F_z", 1e-9)


def check_bodies(path):
    """Energies of bodies and magnitudes of each; structures that no force moves are left out."""
    curves = simple.HistoryCurves(History=reading.open_result(path))
    with h5py.File(path) as f:
        history = {name: data[()] for name, data in f["granum/history"].items()}
        structures = [n.decode() for n in f["granum/names/structures"][()]]
        bodies = numpy.flatnonzero(f["granum/scene/structure_mass"][()] > 0)
    totals = ("bodies_kinetic", "bodies_potential", "bodies_applied_work", "bodies_drag_loss")
    choices = {"Energies of bodies": {name: history[name] for name in totals}}
    for choice, name in (("Kinetic energy of each body", "kinetic"),
                         ("Rotational energy of each body", "rotational"),
                         ("Angular momentum of each body", "angular_momentum"),
                         ("Orthogonality of each body", "orthogonality")):
        rows = history["structure_" + name].reshape(len(history["time"]), len(structures), -1)
        size = numpy.linalg.norm(rows, axis=2)
        choices[choice] = {structures[s]: size[:, s] for s in range(len(structures))
                           if size[:, s].any() or not size.any()}
    check_equal(sorted(choices["Angular momentum of each body"]),
                sorted(structures[s] for s in bodies), "bodies that turn")
    for choice, columns in choices.items():
        curves.Curves = choice
        table = filters.table(curves, 0, 0)
        check_equal(sorted(table), sorted(["time", *columns]), choice)
        for name, values in columns.items():
            check_array(table[name], values, choice + ": " + name, 1e-12)
    units = reading.array_units(filters.output(curves, 0).GetRowData())
    check_equal(set(units.values()), {"s", "1"}, "units of the orthogonality")


def check_masses():
    """Masses of sensors and sinks, and their slopes."""
    time = numpy.array([0.0, 0.1, 0.3, 0.4])
    out, taken = 2.0 * time, numpy.array([0.0, 1.0, 1.0, 5.0])
    history = filters.made_table({"time": time, "outlet_mass_forward": out, "bin_mass": taken,
                                  "mass": time, "bin_grains": taken})
    curves = simple.HistoryCurves(History=history, Curves="Mass through sensors and sinks")
    table = filters.table(curves, 0, 0)
    check_equal(sorted(table), ["bin_mass", "outlet_mass_forward", "time"], "masses")
    check_array(table["bin_mass"], taken, "masses", 0)
    curves.Curves = "Mass rate"
    table = filters.table(curves, 0, 0)
    check_array(table["outlet_mass_forward"], numpy.full(4, 2.0), "a steady flow", 1e-12)
    check_array(table["bin_mass"], numpy.array([10.0, 1.0 / 0.3, 4.0 / 0.3, 40.0]), "slopes", 1e-12)


def check_hybrid(path):
    """Columns of the schema that end like those of sensors and sinks are not drawn as such."""
    curves = simple.HistoryCurves(History=reading.open_result(path))
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                           "../../solver/file/schema.h")) as f:
        listed = f.read().partition("/* History,")[2].partition("/* ... and for each sensor")[0]
    names = re.findall(r'#define \w+ "(\w+)"', listed)
    like = [n for n in names if re.search("_(mass|grains|solid_fraction)(_(for|back)ward)?$", n)]
    check_equal(sorted(like), ["grains_mass", "mass_to_grains", "points_mass"], "like sensors")
    with h5py.File(path) as f:
        there = list(f["granum/history"])
    check(set(like) <= set(there), "the solver writes them: %s" % there)
    curves.Curves = "Grains"
    check_equal(sorted(filters.table(curves, 0, 0)), ["grains", "grains_in", "grains_out", "time"],
                "grains of a hybrid run")
    made = filters.made_table({name: numpy.array([0.0, 1.0]) for name in ["time", "bin_mass"] + like})
    curves = simple.HistoryCurves(History=made, Curves="Mass through sensors and sinks")
    check_equal(sorted(filters.table(curves, 0, 0)), ["bin_mass", "time"], "masses of a hybrid run")


def check_one_row():
    """No curve, of which ParaView would complain, before there are two rows."""
    made = filters.made_table({name: numpy.array([0.0]) for name in ("time", "kinetic_energy")})
    check_equal(filters.table(simple.HistoryCurves(History=made), 0, 0), {}, "curves of one row")


def check_legend():
    """It stands where the curves are not, unless the user puts it elsewhere."""
    time = numpy.linspace(0.0, 1.0, 21)
    for curve, corner in ((1 - time, "TopRight"), (time, "TopLeft"), (0 * time, "TopRight"),
                          (numpy.where(time < 0.2, 0, 1), "BottomRight"), (numpy.arange(21) % 2, "Right"),
                          (numpy.arange(21) % 2, "Top")):
        view = simple.CreateView("XYChartView")
        view.ViewSize = [300, 500] if corner == "Top" else [500, 400]
        made = filters.made_table({"time": time, "kinetic_energy": curve, "elastic_energy": curve})
        curves = simple.HistoryCurves(History=made)
        simple.Show(curves, view)
        simple.Render(view)
        check_equal(view.LegendLocation, corner, "legend beside %s" % curve)
    view.LegendLocation = "BottomLeft"
    simple.Show(simple.HistoryCurves(History=made), view)
    simple.Render(view)
    check_equal(view.LegendLocation, "BottomLeft", "a legend that the user has put")


def check_charts(path):
    """A chart has titles with units, a legend without underscores, and colours that differ;
    what the user writes stays."""
    reader = reading.open_result(path)
    time = reader.TimestepValues[-1]
    curves = simple.HistoryCurves(History=reader)
    statistics = simple.ForceStatistics(Contacts=reader)
    expected = (
        (simple.OutputPort(reader, "History"), "time (s)", "energy (J)", 0,
         sorted(n for n in ENERGIES if n.endswith("_energy"))),
        (curves, "time (s)", "energy (J)", 0, sorted(ENERGIES)),
        (statistics, "force / mean force of its kind", "probability density", 1,
         ["grain_on_grain", "grain_on_structure", "structure_on_structure"]),
        (simple.OutputPort(statistics, "Rose"), "angle (degrees)", "density (1: isotropic)", 0,
         ["density", "force_density"]),
        (simple.OutputPort(statistics, "Coordination"), "contacts of a grain", "grains", 0,
         ["grains", "grains_held"]))
    for source, bottom, left, logarithmic, series in expected:
        source.UpdatePipeline(time)
        view = simple.CreateView("XYChartView")
        view.ViewTime = time
        display = simple.Show(source, view)
        simple.Render(view)
        check_equal((view.BottomAxisTitle, view.LeftAxisTitle, view.LeftAxisLogScale),
                    (bottom, left, logarithmic), "axes")
        check_equal(list(display.SeriesVisibility), series, "series of " + left)
        words = list(display.SeriesColor)
        colors = {words[k]: tuple(words[k + 1:k + 4]) for k in range(0, len(words), 4)}
        check_equal(len({colors[s] for s in series}), len(series), "colours of " + left)
        labels = dict(zip(display.SeriesLabel[::2], display.SeriesLabel[1::2]))
        check_equal([labels[s] for s in series], [s.replace("_", " ") for s in series], "legend")
        if source is curves:
            curves.Curves = "Power of structures"
            simple.Render(view)
            check_equal(view.LeftAxisTitle, "power of the structure (W)", "another choice")
            check(len(display.SeriesVisibility) > 0 and "kinetic_energy" not in
                  list(display.SeriesVisibility), "series of another choice")
            view.LeftAxisTitle = "my title"
            curves.Curves = "Energies"
            simple.Render(view)
            check_equal(view.LeftAxisTitle, "my title", "what the user writes stays")


def main():
    check_choices(sys.argv[1])
    check_signed(sys.argv[1])
    check_bodies(sys.argv[2])
    check_masses()
    check_charts(sys.argv[1])
    check_one_row()
    check_legend()
    check_hybrid(sys.argv[3])
    report()


main()
