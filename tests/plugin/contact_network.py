"""Contact Network against h5py and NumPy: sums, ratios, filters, ends, slabs, force chains.

    contact_network.py RESULT...

Mean and sums are those of the contacts of the file; a filter keeps exactly the rows that
NumPy keeps.
"""

import re
import sys

import numpy
from paraview import simple

import filters
import force_chains
import reading
from checks import check, check_array, check_equal, report
from other_programs import check_other_programs
from result import Result

# The sum of n numbers in single precision, each rounded once.
SINGLE = 4 * numpy.finfo("f4").eps


def rows(data):
    return reading.arrays(data.GetCellData())


def check_all(network, result, frame, time):
    """Lines, nothing left out: the sums are those of the contacts."""
    network.Shape = "Lines"
    network.HideImages = 0
    data = filters.output(network, time)
    ends, contacts = result.contacts(frame)
    derived = result.derived(frame)
    what = "frame %d" % frame
    found = rows(data)
    force = derived["force_normal"]
    check_equal(data.GetNumberOfLines(), len(force), what + ": lines")
    if len(force) == 0:
        return
    pushes = force[force > 0]
    mean = pushes.mean() if len(pushes) else 0.0
    check_array(filters.fields(data)["mean_force"], [mean], what + ": mean force", SINGLE)
    check_equal(filters.fields(data)["pushing_contacts"][0], len(pushes), what + ": how many push")
    check_array(found["force_normal"].astype("f8").sum(), force.sum(), what + ": sum of forces",
                SINGLE * max(1.0, numpy.abs(force).sum() / max(abs(force.sum()), 1e-300)))
    check_array(found["force"], contacts["force"], what + ": forces")
    check_array(found["force_ratio"], force / mean, what + ": f/<f>", SINGLE)
    if len(pushes):
        check(abs(found["force_ratio"][force > 0].mean() - 1.0) < 1e-12, what + ": <f/<f>> is one")
    check_array(found["strong"], (force > mean).astype("i4"), what + ": strong")
    centre, grains = result.grains(frame)
    row = {id: i for i, id in enumerate(grains["id"])}
    radius = lambda ids: numpy.array([grains["radius"][row[i]] if i >= 0 else 0 for i in ids])
    check_array(found["position_a"], ends[:, 0].astype("f8"), what + ": where a is")
    check_array(found["position_b"], ends[:, 1].astype("f8"), what + ": where b is")
    check_array(found["radius_a"], radius(contacts["id_a"]).astype("f8"), what + ": radius of a")
    check_array(found["radius_b"], radius(contacts["id_b"]).astype("f8"), what + ": radius of b")
    at_ends = reading.arrays(data.GetPointData())
    both = numpy.stack([contacts["id_a"], contacts["id_b"]], 1).ravel()
    check_array(at_ends["id"], both, what + ": ids of the ends")
    check_array(at_ends["radius"], radius(both).astype("f8"), what + ": radii of the ends")
    length = numpy.linalg.norm(ends[:, 0].astype("f8") - ends[:, 1], axis=1)
    unit = 0.1 * length[derived["image"] == 0].mean()
    check_array(found["thickness"], unit * numpy.clip(force / mean, 0, 4), what + ": thickness",
                SINGLE)


def check_filters(network, result, frame, time):
    _, contacts = result.contacts(frame)
    derived = result.derived(frame)
    force, kind = derived["force_normal"], derived["kind"]

    def kept(keep, what, mean_over=None, **settings):
        before = {name: getattr(network, name) for name in settings}
        before = {n: list(v) if hasattr(v, "__len__") and not isinstance(v, str) else v
                  for n, v in before.items()}
        for name, value in settings.items():
            setattr(network, name, value)
        data = filters.output(network, time)
        for name, value in before.items():
            setattr(network, name, value)
        check_array(rows(data).get("id_a", numpy.zeros(0, "i8")), contacts["id_a"][keep], what)
        if mean_over is not None and (force[mean_over] > 0).any():
            over = force[mean_over]
            check_array(filters.fields(data)["mean_force"], [over[over > 0].mean()],
                        what + ": mean", SINGLE)
        return keep.sum()

    everything = numpy.ones(len(force), bool)
    mean = force[force > 0].mean()
    counts = [
        kept(kind == 0, "grain on grain", kind == 0, Kind="Grain on grain"),
        kept(kind == 1, "grain on structure", kind == 1, Kind="Grain on structure"),
        kept(contacts["structure_id"] == 1, "one structure", contacts["structure_id"] == 1,
             Structure=1),
        kept(force > mean, "strong", everything, Part="Strong"),
        kept(force <= mean, "weak", everything, Part="Weak"),
        kept(derived["image"] == 0, "without images", everything, HideImages=1),
    ]
    low, high = numpy.quantile(force, [0.3, 0.8])
    counts.append(kept((force >= low) & (force <= high), "force range", everything, LimitForce=1,
                       ForceRange=[low, high]))
    print("frame %d: %d contacts; kept: %s" % (frame, len(force), counts))


def check_tubes(network, result, frame, time):
    """The points of a tube lie at its thickness from its line."""
    network.Shape = "Tubes"
    data = filters.output(network, time)
    network.Shape = "Lines"
    lines = rows(filters.output(network, time))
    sides = network.Sides
    strips = reading.cells(data.GetStrips())
    count = len(lines["thickness"])
    check(len(strips) >= sides * count, "%d strips for %d tubes" % (len(strips), count))
    points = reading.points(data).astype("f8").reshape(count, -1, 3)
    a, b = lines["position_a"], lines["position_b"]
    along = (b - a) / numpy.linalg.norm(b - a, axis=1)[:, None]
    arm = points - a[:, None]
    off = arm - (arm * along[:, None]).sum(axis=2)[..., None] * along[:, None]
    away = numpy.linalg.norm(off, axis=2)
    size = max(lines["thickness"].max(), numpy.abs(points).max() * 1e-6)
    check(numpy.abs(away - lines["thickness"][:, None]).max() < 1e-3 * size,
          "tubes are as thick as they should be")


def check_reference(network, time):
    """A force in newtons instead of the mean: the ratios of frames can be compared."""
    force = rows(filters.output(network, time))["force_normal"].astype("f8")
    network.ReferenceForce = 0.37
    data = filters.output(network, time)
    found, fields = rows(data), filters.fields(data)
    check_array(found["force_ratio"], force / 0.37, "f over the reference", SINGLE)
    check_array(found["strong"], (force > 0.37).astype("i4"), "strong above the reference")
    check_array(fields["reference_force"], [0.37], "reference force")
    check_array(found["thickness"], numpy.clip(force / 0.37, 0, 4) * used(network, "UsedThickness"),
                "thickness by the reference", SINGLE)
    network.ReferenceForce = 0
    check_array(filters.fields(filters.output(network, time))["mean_force"],
                [used(network, "MeanForce")], "the mean force that the panel shows", 1e-15)


def used(network, name):
    network.UpdatePropertyInformation()
    return network.GetProperty(name)[0]


def check_slab(network, result, frame, time):
    """Whole contacts with an end between two planes; no line is cut."""
    ends, contacts = result.contacts(frame)
    ends = ends.astype("f8")
    centre = ends.reshape(-1, 3).mean(axis=0)
    network.Slab, network.SlabOrigin, network.HideImages = 1, list(centre), 0
    thickness = 0.1 * numpy.ptp(ends[:, :, 0])
    for normal in ([2.0, 0, 0], [1.0, -2.0, 0.5]):
        network.SlabNormal, network.SlabThickness = normal, thickness
        away = numpy.abs((ends - centre) @ numpy.array(normal)) / numpy.linalg.norm(normal)
        keep = (away <= thickness / 2).any(axis=1)
        found = rows(filters.output(network, time))
        check_array(found["id_a"], contacts["id_a"][keep], "slab %s" % normal)
        check_array(found["position_b"], ends[keep, 1], "slab %s: whole lines" % normal)
        check(0 < keep.sum() < len(keep), "a slab is a part: %d of %d" % (keep.sum(), len(keep)))
    network.SlabThickness = 0
    network.HideImages = 1
    whole = result.derived(frame)["image"] == 0
    length = numpy.linalg.norm(ends[whole, 0] - ends[whole, 1], axis=1).mean()
    filters.output(network, time)
    check_array([used(network, "UsedSlabThickness")], [2 * length], "thickness by itself", SINGLE)
    network.Slab = 0


def check_names(reader, result, time):
    """A structure by name, by number, and one that is not there."""
    names = result.names("structures")
    network = simple.ContactNetwork(Contacts=reader, Structure=names[-1], Shape="Lines")
    check_equal(network.Structure, names[-1], "a name is kept")
    by_name = filters.output(network, time).GetNumberOfLines()
    network.Structure = len(names) - 1
    check_equal((network.Structure, filters.output(network, time).GetNumberOfLines()),
                (names[-1], by_name), "its number is the same")
    try:
        network.Structure = "no such structure"
    except ValueError as error:
        check("no such structure" in str(error), "the error tells the name: %s" % error)
    else:
        check(False, "an unknown name is accepted")
    for made in (simple.ForceStatistics(Contacts=reader, Structure=names[0]),
                 simple.VirtualParticleShell(Sites=reader, Structure=names[0]),
                 simple.DistanceField(Sites=reader, Structure=names[0])):
        check_equal(made.Structure, names[0], "structure of " + made.SMProxy.GetXMLLabel())
        simple.Delete(made)
    simple.Delete(network)


def check_stock_filters(reader, result, frame, time):
    """What Threshold, Clip and Extract Selection give: unstructured grids, and no grains."""
    ends, contacts = result.contacts(frame)
    derived = result.derived(frame)
    port = filters.port(reader, "Contacts")
    keep = derived["kind"] == 0
    reader.UpdatePipeline(time)
    part = simple.Threshold(Input=port)
    part.Scalars = ["CELLS", "kind"]
    part.ThresholdMethod = "Between"
    part.LowerThreshold = part.UpperThreshold = 0
    network = simple.ContactNetwork(Contacts=part, Shape="Lines", HideImages=0)
    check_equal((network.Grains.SMProxy.GetXMLName(), network.Grains.Port), ("GranumReader", 0),
                "grains of a part of the contacts")
    data = filters.output(network, time)
    check_array(rows(data)["id_a"], contacts["id_a"][keep], "contacts of Threshold")
    pushes = derived["force_normal"][keep & (derived["force_normal"] > 0)]
    if len(pushes):
        check_array(filters.fields(data)["mean_force"], [pushes.mean()], "their mean", SINGLE)
    x = numpy.sort(ends[:, :, 0].astype("f8"), axis=1)
    clip = simple.Clip(Input=port, ClipType="Plane", Crinkleclip=1)
    clip.ClipType.Origin, clip.ClipType.Normal = [numpy.median(x), 0, 0], [1, 0, 0]
    clip.Invert = 1
    network.Contacts = clip
    kept = rows(filters.output(network, time)).get("id_a", ())
    check(0 < len(kept) < len(x), "contacts of Clip: %d of %d" % (len(kept), len(x)))
    some = simple.ExtractSelection(Input=port, Selection=simple.IDSelectionSource(
        FieldType="CELL", IDs=[-1, 0, -1, 1, -1, 2]))
    network.Contacts = some
    check_equal(filters.output(network, time).GetNumberOfLines(), 3, "contacts of a selection")
    for source in (network, some, clip, part):
        simple.Delete(source)


def check_other_data():
    """Lines of no solver of ours: a force on each, three numbers or one."""
    line = simple.Line(Point1=[0, 0, 0], Point2=[2, 0, 0], Resolution=1)
    for value, expected in (("iHat*-3+jHat", 3.0), ("5", 5.0)):
        force = simple.Calculator(Input=line, AttributeType="Cell Data", ResultArrayName="load",
                                  Function=value)
        network = simple.ContactNetwork(Contacts=force, ForceArray="load", Shape="Lines")
        data = filters.output(network, 0.0)
        check_array(filters.fields(data)["mean_force"], [expected], "force %s" % value, 1e-15)


def coefficients(result):
    """{(material, material): friction} and the material of each structure, by the scene of the file."""
    scene = bytes(result.data["granum/scene/effective"]).decode()
    names = result.names("materials")
    pairs = {}
    for a, b, rest in re.findall(r"between: \[(\w+), (\w+)\]\n((?:      .*\n)*)", scene):
        found = re.search(r"^      friction: (\S+)$", rest, re.M)
        if found:
            pairs[names.index(a), names.index(b)] = pairs[names.index(b), names.index(a)] = float(found.group(1))
    block = scene[scene.index("\nstructures:"):]
    return pairs, [names.index(re.search(r"- name: %s\n    material: (\w+)" % name, block).group(1))
                   for name in result.names("structures")]


def check_partners(path):
    """The contacts of one grain: partner, forces, share of friction, overlap, source, and its neighbours."""
    result = Result(path)
    reader = reading.open_result(path)
    frame = len(result.times) - 1
    _, contacts = result.contacts(frame)
    derived, (_, grains) = result.derived(frame), result.grains(frame)
    pairs, structure_material = coefficients(result)
    material = dict(zip(grains["id"], grains["material"]))
    wall = contacts["id_a"][contacts["id_b"] < 0]
    touched = numpy.concatenate([contacts["id_a"], contacts["id_b"][contacts["id_b"] >= 0]])
    ids, counts = numpy.unique(touched[numpy.isin(touched, wall)], return_counts=True)
    grain = ids[counts.argmax()]
    mine = numpy.flatnonzero((contacts["id_a"] == grain) | (contacts["id_b"] == grain))
    mine = mine[numpy.argsort(-derived["force_normal"][mine], kind="stable")]
    check(len(mine) >= 3, "grain %d has %d contacts" % (grain, len(mine)))
    network = simple.ContactNetwork(Contacts=filters.port(reader, "Contacts"), Grains=reader, HideImages=0,
                                    OnlyOf=str(grain))
    data = filters.output(network, result.times[frame], 1)
    found = reading.arrays(data.GetRowData())
    words = {name: [data.GetColumnByName(name).GetValue(k) for k in range(data.GetNumberOfRows())]
             for name in ("grain", "partner", "source")}
    names = result.names("structures")
    partner, share = [], []
    tangential = numpy.linalg.norm(derived["force_tangential"], axis=1)
    for k in mine:
        a, b = contacts["id_a"][k], contacts["id_b"][k]
        other = structure_material[contacts["structure_id"][k]] if b < 0 else material[b]
        partner.append(names[contacts["structure_id"][k]] if b < 0 else str(b if a == grain else a))
        limit = pairs[material[a], other] * derived["force_normal"][k]
        share.append(tangential[k] / limit if limit > 0 else numpy.nan)
    check_equal(words["grain"], [str(grain)] * len(mine), "grain")
    check_equal(words["partner"], partner, "partners")
    check_array(found["force_normal"], derived["force_normal"][mine], "normal forces", 1e-5)
    check_array(found["force_tangential"], tangential[mine], "tangential forces", 1e-5)
    share = numpy.array(share)
    known = ~numpy.isnan(share)
    check(known.any() and (numpy.isnan(found["mobilised"]) == ~known).all(), "where friction is mobilised")
    check_array(found["mobilised"][known], share[known], "mobilised friction", 1e-4)
    check(found["mobilised"][known].max() <= 1.001, "no contact exceeds its friction")
    check_array(found["overlap"], contacts["overlap"][mine].astype("f8"), "overlaps", 1e-9)
    from_wall = [words["source"][i] != "" for i, k in enumerate(mine)]
    check_equal(from_wall, [contacts["source"][k] >= 0 for k in mine], "sources are told of structures")
    tubes = filters.output(network, result.times[frame], 0)
    thick = reading.arrays(tubes.GetCellData())["thickness"]
    check(tubes.GetNumberOfCells() > 0 and thick.max() < 0.13 * 2 * grains["radius"].mean(), "tubes hide no grain: %g" % thick.max())
    balls = reading.arrays(filters.output(network, result.times[frame], 3).GetPointData())
    expected = {int(grain)} | {int(p) for p in partner if p.isdigit()}
    check_equal(set(balls["id"]), expected, "the grain and its partners")
    check_equal(set(balls["id"][balls["picked"] == 1]), {int(grain)}, "which of them is picked")
    text = filters.output(network, result.times[frame], 2).GetColumnByName("summary").GetValue(0)
    check_equal(text.count("\n") + 1, min(len(mine), 13), "lines of the text: " + text)
    alone = [int(i) for i in grains["id"] if i not in set(touched)][:20]
    network.OnlyOf = " ".join(map(str, alone))
    text = filters.output(network, result.times[frame], 2).GetColumnByName("summary").GetValue(0)
    check(len(alone) < 13 or text.endswith(" and %d more: no contact" % (len(alone) - 12)), "%d alone: %s" % (len(alone), text))
    check_equal(text.count("\n"), 0, "lines of grains without contact")
    balls = reading.arrays(filters.output(network, result.times[frame], 3).GetPointData())
    check_equal((sorted(balls["id"]), set(balls["picked"])), (sorted(alone), {1}), "grains without contact are drawn")
    # One contact, with a structure and with a grain.
    for name in {partner[0], partner[-1]}:
        network.OnlyOf = "%d-%s" % (grain, name)
        check_equal(len(reading.arrays(filters.output(network, result.times[frame], 1).GetRowData())["overlap"]),
                    partner.count(name), "contacts with " + name)
    network.OnlyOf = ""
    check_equal(filters.output(network, result.times[frame], 1).GetNumberOfRows(), 0, "nothing is picked")
    check_same_time(reader, result, grain)
    return grain, len(mine)


def check_same_time(reader, result, grain):
    """The second input, the grains, is of the same time as a part of the contacts, forwards and backwards in time."""
    part = simple.Threshold(Input=filters.port(reader, "Contacts"), Scalars=["CELLS", "kind"])
    part.LowerThreshold, part.UpperThreshold = 0, 1
    network = simple.ContactNetwork(Contacts=part, OnlyOf=str(grain))
    last = len(result.times) - 1
    for frame in (last, last - 1, last):
        points, rows_ = result.grains(frame)
        place = dict(zip(rows_["id"].tolist(), points))
        balls = filters.output(network, result.times[frame], 3)
        found = reading.arrays(balls.GetPointData())["id"]
        check(grain in found, "frame %d: grain %d is drawn" % (frame, grain))
        for k, one in enumerate(found.tolist()):
            check_array(numpy.array(balls.GetPoint(k)), place[one].astype("f8"), "frame %d: grain %d" % (frame, one), 1e-6)
    for source in (network, part):
        simple.Delete(source)


def main():
    print("grain %d has %d contacts" % check_partners(sys.argv[3]))
    for path in sys.argv[1:]:
        result = Result(path)
        reader = reading.open_result(path)
        network = simple.ContactNetwork(Contacts=reader)  # finds both ports
        check_equal([p.Port for p in (network.Contacts, network.Grains)], [1, 0], "ports")
        filters.check_panel(network)
        filters.check_detaches(network, result.times[0], "Grains", 1)
        for frame, time in enumerate(result.times):
            check_all(network, result, frame, time)
        counts = result.data["granum/contacts/NumberOfCells"]
        fullest = int(counts.argmax())
        if counts[fullest]:
            check_filters(network, result, fullest, result.times[fullest])
            check_tubes(network, result, fullest, result.times[fullest])
            check_reference(network, result.times[fullest])
            check_slab(network, result, fullest, result.times[fullest])
            check_names(reader, result, result.times[fullest])
            check_stock_filters(reader, result, fullest, result.times[fullest])
            force_chains.check_result(reader, result, fullest, result.times[fullest])
        bare = simple.TrivialProducer()  # a Granum Reader would give its grains as well
        bare.GetClientSideObject().SetOutput(reading.fetch(reader, 1, result.times[fullest]))
        data = filters.output(simple.ContactNetwork(Contacts=bare), result.times[fullest])
        check("radius_a" not in rows(data), "no radius without grains")
        print("%s: %s contacts" % (path, counts.tolist()))
    check_other_data()
    check_other_programs()
    force_chains.check_made()
    report()


main()
