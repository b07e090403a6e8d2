// scene.js -- the state, the camera, and what is drawn of a frame.

const GRAIN = 1, CONTACT = 2, BODY = 3, STRUCTURE = 4, POINT = 5;
const SIZES = [["full", "full size", 1], ["half", "half size", 0.5], ["dots", "a quarter", 0.25], ["none", "hidden", 0]];
const FORCE_STOPS = ["#d5d9de", "#f3cf9b", "#ee9b56", "#d9552f", "#a81f2b", "#4e0d1d"];
const GRAIN_STOPS = ["#440154", "#482878", "#3e4989", "#31688e", "#26828e", "#1f9e89", "#35b779", "#6ece58", "#b5de2b", "#fde725"];
const LOAD_STOPS = ["#e3e9f0", "#b3cbe4", "#76a5d2", "#3c78b5", "#1d4b87", "#0a2450"];
const PALE = [0.74, 0.77, 0.81], PALER = [0.88, 0.90, 0.92], SOLID = [0.70, 0.69, 0.67], GLASS = [0.45, 0.52, 0.6], EDGE = [0.55, 0.6, 0.66], BLUE = [0.04, 0.38, 0.77];
const CONTINUUM = [0.80, 0.86, 0.93];
const VIEWS = [["oblique", -60.6, 23.5], ["front", -90, 0], ["side", 0, 0], ["above", -90, 90]];
const at = id => document.getElementById(id);

const last = meta.frames.length - 1;
const state = {
  frame: last, az: VIEWS[0][1], el: VIEWS[0][2], centre: [0, 0, 0], height: 1, cut: 0, thick: 1,
  size: "full", colour: "plain", forces: "none", load: "plain", structures: [], pick: null,
  span: "all",
};
let renderer, data, meshes, shapes, ramp, scene, queued = false, playing = false, busy = 0;

// --- small things -----------------------------------------------------------------

function element(name, text, more) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  return Object.assign(made, more || {});
}

const PREFIXES = [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "\u00b5"], [1e-9, "n"], [1e-12, "p"]];

// Factor and unit for a number of that size: 0.003 N is 3 mN.
function prefixed(size, unit) {
  if (!["N", "m", "Pa", "J", "s", "m/s", "N m"].includes(unit) || !(size > 0)) return [1, unit === "1" ? "" : unit];
  const [factor, letter] = PREFIXES.find(one => size >= one[0] * 0.9999) || PREFIXES[PREFIXES.length - 1];
  return [factor, letter + unit];
}

// Four digits.
function shown(x, many) {
  if (!Number.isFinite(x)) return "\u2013";
  const text = x === 0 ? "0" : many ? String(Number(x.toPrecision(many))) : x.toPrecision(4);
  const [digits, power] = text.split("e");
  if (power === undefined) return text.replace("-", "\u2212");
  const raised = String(Number(power)).replace(/./g, c => c === "-" ? "\u207b" : "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"[c]);
  return digits.replace("-", "\u2212") + "\u00d710" + raised;
}

function withUnit(x, unit, many) {
  const [factor, name] = prefixed(Math.abs(x), unit);
  return shown(x / factor, many) + (name ? "\u00a0" + name : "");
}

// A time, with as many digits as tell the frames apart.
function seconds(t) {
  const span = meta.frames[last].time - meta.frames[0].time, step = last > 0 ? span / last : meta.frames[0].time || 1;
  return t.toFixed(Math.min(9, Math.max(0, 1 - Math.floor(Math.log10(step || 1))))) + "\u00a0s";
}

function nice(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  return [5, 2, 1].find(k => k * power <= x * 1.0001) * power;
}

function rotated(q, v) {
  const [w, x, y, z] = q, [a, b, c] = v;
  const s = [y * c - z * b + w * a, z * a - x * c + w * b, x * b - y * a + w * c];
  return [a + 2 * (y * s[2] - z * s[1]), b + 2 * (z * s[0] - x * s[2]), c + 2 * (x * s[1] - y * s[0])];
}

// --- the camera ---------------------------------------------------------------------

function axes() {
  if (meta.flat) return [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  const a = state.az * Math.PI / 180, e = state.el * Math.PI / 180;
  const right = [-Math.sin(a), Math.cos(a), 0];
  const back = [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)];
  const up = [back[1] * right[2] - back[2] * right[1], back[2] * right[0] - back[0] * right[2], back[0] * right[1] - back[1] * right[0]];
  return [right, up, back];
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function corners() {
  const found = [];
  for (let k = 0; k < 8; ++k) found.push([0, 1, 2].map(c => k >> c & 1 ? scene.high[c] : scene.low[c]));
  return found;
}

// Centre and height such that all is seen.
function fit() {
  const [right, up] = axes(), canvas = at("canvas"), aspect = canvas.clientWidth / canvas.clientHeight || 1.5;
  const xs = corners().map(p => dot(p, right)), ys = corners().map(p => dot(p, up));
  const wide = Math.max(...xs) - Math.min(...xs), high = Math.max(...ys) - Math.min(...ys);
  const bars = Math.min(0.4, 2 * 260 / (canvas.clientWidth || 1000));  // kept free for the colour bars
  state.height = Math.max(0.5 * high * 1.1, 0.5 * wide / (1 - bars) / aspect, 1e-12);
  state.centre = [0, 1, 2].map(c => 0.5 * (scene.low[c] + scene.high[c]));
}

function view() {
  const [right, up, back] = axes();
  const zs = corners().map(p => dot(p, back) - dot(state.centre, back));
  const margin = 0.05 * (Math.max(...zs) - Math.min(...zs)) + scene.radius;
  const high = Math.max(...zs) + margin, low = Math.min(...zs) - margin;
  return {turn: [...right, ...up, ...back], centre: state.centre, height: state.height, deep: [high, 1 / (high - low)],
          cut: state.cut > 0 ? high - state.cut * (high - low) : 1e30, fog: meta.flat ? 0 : state.size === "full" ? 0.15 : 0.4, flat: meta.flat};
}

// --- what is drawn of a frame ------------------------------------------------------------

// A value of this frame that is computed once for its key.
function once(key, make) {
  data.made = data.made || new Map();
  if (!data.made.has(key)) data.made.set(key, make());
  return data.made.get(key);
}

const sizeOf = name => SIZES.find(one => one[0] === name)[2];
const arrayOf = name => meta.arrays.find(one => one.name === name);
const forceOf = name => meta.forces.find(one => one.name === name);
const loadOf = name => meta.loads.find(one => one.name === name);

// Low and high of the colours, and of all values: of all frames or of this one.
function rangeOf(group, one) {
  return state.span === "frame" && meta.frames[state.frame].ranges[group + " " + one.name] || one.range;
}

function valuesOf(set, colour) {
  const found = data[set].arrays[colour];
  return found === undefined ? null : once("value " + set + " " + colour, () => Float32Array.from(found));
}

const rowsOf = () => data.grains.n;
const ownerOf = row => row < rowsOf() ? row : data.contacts.owner[row - rowsOf()];

function placeOf(row, into, k) {
  const n = rowsOf(), from = row < n ? data.grains.position : data.contacts.nodes, i = 3 * (row < n ? row : row - n);
  into[k] = from[i]; into[k + 1] = from[i + 1]; into[k + 2] = from[i + 2];
}

// Centres and radii of grains or points, for the renderer.
function ballsOf(set) {
  return once("balls " + set, () => {
    const {n, position, radius} = data[set], found = new Float32Array(4 * n);
    for (let k = 0; k < n; ++k) {
      found.set(position.subarray(3 * k, 3 * k + 3), 4 * k);
      found[4 * k + 3] = radius[k];
    }
    return found;
  });
}

// Ends, half widths and values of the lines.
function linesOf(name) {
  return once("lines " + name + state.span, () => {
    const c = data.contacts, from = new Float32Array(4 * c.n), to = new Float32Array(4 * c.n);
    const wide = widths(name), values = forceValues(name);
    for (let k = 0; k < c.n; ++k) {
      placeOf(c.a[k], from, 4 * k);
      placeOf(c.b[k], to, 4 * k);
      from[4 * k + 3] = wide[k];
      to[4 * k + 3] = values[k];
    }
    return {from, to};
  });
}

function forceValues(name) {
  const c = data.contacts;
  if (name !== "ratio") return c[name];
  return once("ratio", () => c.tangential.map((t, k) => c.normal[k] > 0 ? t / c.normal[k] : 0));
}

// Half the width of each line: in proportion to the force, and never thicker than the grains.
function widths(name) {
  const by = name === "tangential" ? "tangential" : "normal", top = rangeOf("contacts", forceOf(by))[1];
  return data.contacts[by].map(f => 0.4 * scene.radius * Math.min(Math.abs(f) / top, 1.3));
}

function bodyGroups() {
  const b = data.bodies;
  return once("bodies " + state.colour, () => {
    const groups = shapes.map(() => []), values = valuesOf("bodies", state.colour), order = [];
    b.shape.forEach((shape, row) => groups[shape].push(row));
    return {order, list: groups.map((rows, shape) => {
      const first = order.length, position = new Float32Array(3 * rows.length);
      const turned = new Float32Array(4 * rows.length), more = new Float32Array(2 * rows.length);
      rows.forEach((row, k) => {
        position.set(b.position.subarray(3 * row, 3 * row + 3), 3 * k);
        turned.set(b.orientation.subarray(4 * row, 4 * row + 4), 4 * k);
        more.set([b.scale[row], values ? values[row] : 0], 2 * k);
        order.push(row);
      });
      return {shape, first, n: rows.length, position, turned, more};
    })};
  });
}

const poseOf = k => data.structures.pose.subarray(8 * k + 1, 8 * k + 8);
const isThere = k => data.structures.pose[8 * k] > 0;
const loadOn = k => data.structures.load.subarray(6 * k, 6 * k + 6);
const forceOn = k => Math.hypot(...loadOn(k).subarray(0, 3));

function faceValues(k) {
  if (state.load !== "pressure") return null;
  const pressure = data.structures.pressure[k];
  if (!pressure.length) return null;
  return once("face " + k, () => Float32Array.from(meshes[k].polygon, p => pressure[p]));
}

// Lines of all structures that are shown.
function edges(which) {
  return once("edges " + which + state.structures.join(""), () => {
    const from = [], to = [];
    meshes.forEach((mesh, k) => {
      if (state.structures[k] !== which || !isThere(k)) return;
      const pose = poseOf(k), p = [...pose.subarray(0, 3)], q = [...pose.subarray(3, 7)];
      for (let e = 0; e < mesh.edges.length; e += 2) {
        const [a, b] = [0, 1].map(i => {
          const j = 3 * mesh.edges[e + i], w = rotated(q, [...mesh.points.subarray(j, j + 3)]);
          return [w[0] + p[0], w[1] + p[1], meta.flat ? 0 : w[2] + p[2]];
        });
        if (a.every((x, i) => x === b[i])) continue;
        from.push(...a, 0);
        to.push(...b, 0);
      }
    });
    return {from: new Float32Array(from), to: new Float32Array(to)};
  });
}

// --- drawing ---------------------------------------------------------------------------------

function grainPaint(set, kind) {
  const values = valuesOf(set, state.colour), array = arrayOf(state.colour);
  return [values, {kind, ramp: ramp.grains, range: array && values ? rangeOf("grains", array).slice(0, 2) : [0, 1],
                   plain: values ? null : set === "points" ? CONTINUUM : meta.flat ? PALER : PALE, least: 0.5,
                   even: set === "points", size: set === "points" ? 1.3 : 1}];
}

function drawStructures(mode) {
  meshes.forEach((mesh, k) => {
    if (state.structures[k] !== mode || !isThere(k) || !mesh.corners.length) return;
    const faces = faceValues(k), load = loadOf(state.load);
    const coloured = load && (faces || state.load === "force");
    renderer.drawStructure("structure " + k, mesh.corners, poseOf(k), k, coloured && !faces ? forceOn(k) : 0, faces,
                           {kind: STRUCTURE, ramp: ramp.loads, range: coloured ? rangeOf("structures", load).slice(0, 2) : [0, 1],
                            plain: coloured ? null : mode === "glass" ? GLASS : SOLID},
                           mode === "glass" ? (coloured ? 2.5 : 1) : 0);
  });
}

function draw(pick) {
  renderer.start(view(), pick);
  const size = sizeOf(state.size);
  if (!meta.flat) drawStructures("solid");
  if (data.points) {
    const [values, paint] = grainPaint("points", POINT);
    renderer.drawBalls("points", ballsOf("points"), values, paint);
  }
  if (size > 0) {
    const [values, paint] = grainPaint("grains", GRAIN);
    renderer.drawBalls("grains", ballsOf("grains"), values, {...paint, size});
    if (data.bodies) for (const group of bodyGroups().list) {
      const [coloured, how] = grainPaint("bodies", BODY);
      renderer.drawBodies("bodies " + group.shape, shapes[group.shape].corners, group.n, group.position, group.turned,
                          group.more, group.first, {...how, size, plain: coloured ? null : PALE});
    }
  }
  if (state.forces !== "none" && data.contacts && state.thick > 0) {
    const {from, to} = linesOf(state.forces), range = rangeOf("contacts", forceOf(state.forces)).slice(0, 2);
    renderer.drawSticks("contacts", from, to, {kind: CONTACT, ramp: ramp.forces, range, size: state.thick, least: pick ? 2 : 0.4});
  }
  if (!pick) {
    for (const mode of ["solid", "glass"]) {
      const lines = edges(mode);
      renderer.drawSticks("edges " + mode, lines.from, lines.to,
                          {kind: 0, mode: 2, plain: meta.flat ? [0.25, 0.28, 0.33] : EDGE, least: meta.flat ? 1.1 : 0.6});
    }
    if (!meta.flat) drawStructures("glass");
    drawSelected();
  }
}

function sample(rows, from, width) {
  const found = new Float32Array(width * rows.length);
  rows.forEach((row, k) => found.set(from.subarray(width * row, width * row + width), width * k));
  return found;
}

function drawSelected() {
  const pick = state.pick && selected();
  if (!pick) return;
  const {contacts, grains, bodies} = pick;
  if (contacts.length) {
    const name = state.forces === "none" ? "normal" : state.forces, {from, to} = linesOf(name);
    renderer.drawSticks("chosen", sample(contacts, from, 4), sample(contacts, to, 4),
                        {kind: 0, ramp: ramp.forces, range: rangeOf("contacts", forceOf(name)).slice(0, 2), least: 2, front: true});
  }
  const ring = (key, rows, size, mode) => renderer.drawBalls(
    key, sample(rows, ballsOf("grains"), 4), null, {kind: 0, mode, plain: BLUE, size, front: true});
  ring("partners", grains, 1, 2);
  if (pick.grain !== undefined) ring("grain", [pick.grain], state.size === "full" ? 1 : 0.5, 0);
  for (const row of bodies) {
    const b = data.bodies;
    renderer.drawBodies("body", shapes[b.shape[row]].corners, 1, b.position.slice(3 * row, 3 * row + 3),
                        b.orientation.slice(4 * row, 4 * row + 4), new Float32Array([b.scale[row], 0]), 0,
                        {kind: 0, plain: BLUE, size: 0.6, front: true});
  }
}

function resize() {
  const canvas = at("canvas"), sharp = Math.min(window.devicePixelRatio || 1, 2);
  const wide = Math.max(1, Math.round(canvas.clientWidth * sharp)), high = Math.max(1, Math.round(canvas.clientHeight * sharp));
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
  }
}

function paint() {
  queued = false;
  if (!data) return;
  resize();
  draw(null);
  drawRuler();
  drawAxes();
}

function redraw() {
  if (!queued) requestAnimationFrame(paint);
  queued = true;
  remember();
}
