"""The numbers that granum.figures draws are those of the filters' tables.

    figures.py HOPPER MIXER SITES

Relative 1e-6: the filters read the same single-precision arrays and compute in double precision.
"""

import sys

import numpy
from paraview import simple

import filters
import reading
from checks import check, check_array, report

import granum
from granum import figures
from granum.figures import bodies, continuum, directions, forces, mixing, setting, stress

SAME = 1e-6


def check_statistics(path):
    result = granum.open(path)
    reader = reading.open_result(path)
    frame = result[-1]
    for kind, panel in (("grain", "Grain on grain"), ("wall", "Grain on structure")):
        source = simple.ForceStatistics(Contacts=reader, Grains=reader, Kind=panel, Bins=24)
        force = frame.contacts.force_normal[forces.of_kind(frame.contacts, kind)].astype(float)
        pushing = force[force > 0]
        table = filters.table(source, frame.time, 0)
        drawn = figures.force_distribution(result).tables[kind]
        check_array(drawn["force / mean"], table["force_ratio"], kind + ": ratio", SAME)
        known = numpy.nan_to_num(table[panel.lower().replace(" ", "_")])
        # A force at the edge of a bin may fall on either side.
        odd = numpy.abs(drawn["probability density"] - known) > SAME * known
        check(odd.sum() <= 2, "%s: density differs in %d bins" % (kind, odd.sum()))
        rose = filters.table(source, frame.time, 1)
        drawn = figures.rose(result, kind=kind).tables[""]
        check_array(drawn["angle (deg)"], rose["angle"][:-1], kind + ": angle", SAME)
        # The same at the edge of a sector, to the other side of which the normal's opposite falls.
        odd = numpy.abs(drawn["density"] - rose["density"][:-1]) > SAME
        check(odd.sum() <= 4, "%s: rose differs in %d sectors" % (kind, odd.sum()))
        summary = filters.table(source, frame.time, 3)
        fabric = directions.fabric_of(frame.contacts, kind)
        known = [summary["fabric_" + name][0] for name in ("xx", "yy", "zz", "xy", "yz", "xz")]
        check(numpy.abs(fabric - known).max() < SAME, kind + ": fabric")
        check_array(directions.anisotropy(fabric), summary["anisotropy"][0], kind + ": anisotropy",
                    SAME)
        check_array(pushing.mean(), summary["mean_force"][0], kind + ": mean force", SAME)
    source = simple.ForceStatistics(Contacts=reader, Grains=reader, Kind="All",
                                    LeastContacts=forces.LEAST)
    summary = filters.table(source, frame.time, 3)
    contacts, rattler, left = forces.contacts_of_grains(frame)
    check(rattler.sum() == summary["rattlers"][0], "rattlers")
    check_array(contacts.mean(), summary["coordination"][0], "coordination", SAME)
    check_array(left[~rattler].mean(), summary["coordination_held"][0], "without rattlers", SAME)


def check_chains(path):
    result = granum.open(path)
    frame = result[-1]
    reader = reading.open_result(path)
    source = simple.ContactNetwork(Contacts=reader, Grains=reader, Part="Force chains", Shape="Lines")
    known = reading.arrays(filters.output(source, frame.time).GetCellData())
    link, number = stress.chains(frame)
    contacts = frame.contacts
    mine = {(a, b): k for a, b, k in zip(contacts.id_a[link], contacts.id_b[link],
                                         number[contacts.row_a[link]])}
    theirs = dict(zip(zip(known["id_a"], known["id_b"]), known["chain_id"]))
    check(len(mine) > 100, "%d links of chains" % len(mine))
    check(mine == theirs, "chains: %d links, the filter has %d, %d of them equal" % (
        len(mine), len(theirs), sum(mine.get(pair) == theirs[pair] for pair in theirs)))


def check_mixing(path):
    """Halves at the start are no array of the filter: kinds by an array of points."""
    result = granum.open(path)
    kinds = mixing.Kinds(result, "x", None)
    for frame in result[1:]:
        x, kind = frame.grains.position, kinds.of(frame)
        source = simple.Mixing(Grains=filters.made(x, {"half": kind.astype("i4")}), KindArray="half")
        known = filters.fields(filters.output(source, 0))["lacey_index"][0]
        check_array(mixing.lacey_index(x.astype(float), kind), known, "Lacey's index", SAME)


def check_field(path):
    result = granum.open(path)
    frame = result[-1]
    grains = frame.grains
    reader = reading.open_result(path)
    nodes = (30, 31, 32)
    source = simple.CoarseGrain(Grains=reader, Density=2500, Nodes=nodes)
    data = filters.output(source, frame.time)
    arrays = reading.arrays(data.GetPointData())
    fraction = arrays["solid_fraction"].reshape(nodes[::-1])
    velocity = arrays["velocity"].reshape(nodes[::-1] + (3,))
    spacing, origin = numpy.array(data.GetSpacing()), numpy.array(data.GetOrigin())
    found = continuum.plane_of(
        grains.position.astype(float), grains.velocity.astype(float), setting.masses(result, grains),
        setting.volumes(result, grains), 1, origin[1] + 15 * spacing[1],
        continuum.REACH * float(grains.radius.max()), spacing, origin, numpy.array(nodes))
    check_array(found.solid_fraction, fraction[:, 15].T, "solid fraction", SAME)
    dense = found.solid_fraction > 1e-3
    check(dense.sum() > 50, "the plane has grains")
    check_array(found.velocity[dense], velocity[:, 15].transpose(1, 0, 2)[dense], "velocity", 1e-5)


def check_distances(path):
    result = granum.open(path)
    lattice = bodies.Lattice(result, "left")
    reader = reading.open_result(path)
    frame = result[-1]
    pose = result.structures["left"].pose(frame)
    number = lattice.structure.index
    source = simple.DistanceField(
        Sites=filters.port(reader, "Virtual Particles"), Structures=filters.port(reader, "Structures"),
        Grains=filters.port(reader, "Grains"), Structure=number)
    data = filters.output(source, frame.time)
    arrays = reading.arrays(data.GetPointData())
    points = numpy.array([data.GetPoint(k) for k in range(data.GetNumberOfPoints())])
    known = arrays["distance"]
    mine = lattice.interpolated(pose.to_body(points))
    both = numpy.isfinite(known) & numpy.isfinite(mine)
    check(both.sum() > 100, "%d distances" % both.sum())
    # A point on the border of a cell may be without its virtual particles on one side only.
    check((numpy.isfinite(known) != numpy.isfinite(mine)).mean() < 0.01, "where distances are known")
    check(numpy.abs(known[both] - mine[both]).max() < SAME * lattice.spacing + 1e-8, "distances")


def main():
    hopper, mixer, sites = sys.argv[1:4]
    check_statistics(hopper)
    check_chains(hopper)
    check_mixing(mixer)
    check_field(hopper)
    check_distances(sites)
    report()


main()
