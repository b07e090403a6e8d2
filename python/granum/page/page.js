// page.js -- frames, the link that restores a view, and controls.

// --- frames ------------------------------------------------------------------------------------

async function show(number) {
  state.frame = Math.min(Math.max(number, 0), last);
  const mine = ++busy, slow = setTimeout(() => { at("wait").hidden = false; }, 150);
  const found = await frameData(state.frame);
  clearTimeout(slow);
  if (mine !== busy) return;  // the slider has moved on
  data = found;
  at("wait").hidden = true;
  const frame = meta.frames[state.frame];
  const text = "t = " + seconds(frame.time);
  at("time").textContent = text;
  at("frame").value = state.frame;
  at("frame").setAttribute("aria-valuetext", text);
  at("frame-text").textContent = "frame " + frame.index + ", " + text;
  meta.structures.forEach((structure, k) => {
    const place = at("structure-value-" + k);
    if (place) place.textContent = isThere(k) ? withUnit(forceOn(k), "N") : "absent";
  });
  drawBars();
  read();
  redraw();
}

async function play() {
  if (playing) {
    playing = false;
    return;
  }
  playing = true;
  const button = at("play");
  button.textContent = "\u275a\u275a";
  button.setAttribute("aria-label", "Pause");
  let next = state.frame === last ? 0 : state.frame + 1;
  while (playing && next <= last) {
    const begun = performance.now();
    await show(next++);
    await new Promise(done => setTimeout(done, Math.max(10, 80 - (performance.now() - begun))));
  }
  playing = false;
  button.textContent = "\u25b6";
  button.setAttribute("aria-label", "Play");
}

// --- the link ------------------------------------------------------------------------------------

let written = "", waiting = 0;

function fragment() {
  const short = x => String(Number(x.toPrecision(6)));
  const words = {frame: meta.frames[state.frame].index, view: [state.az, state.el, ...state.centre, state.height].map(short).join(","),
                 grains: state.size, colour: state.colour, forces: state.forces, thick: short(state.thick), load: state.load, span: state.span,
                 structures: state.structures.map(mode => mode[0]).join(""), cut: short(state.cut)};
  if (state.pick) words.pick = state.pick;
  return "#" + Object.keys(words).map(key => key + "=" + encodeURIComponent(words[key]).replace(/%(2C|3A|2F)/g, decodeURIComponent)).join("&");
}

function remember() {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    written = fragment();
    const url = location.href.split("#")[0] + written;
    at("link").value = url;
    try {
      history.replaceState(null, "", written);
    } catch (error) {
      location.replace(written);
    }
  }, 250);
}

// The state that a fragment describes; what it does not name, or names wrongly, stays.
function restore(text) {
  const words = new URLSearchParams(text.replace(/^#/, ""));
  const among = (key, list) => list.includes(words.get(key)) ? words.get(key) : undefined;
  const within = (key, low, high) => {
    const x = words.get(key) === null ? NaN : Number(words.get(key));
    return x >= low && x <= high ? x : undefined;
  };
  const places = (words.get("view") || "").split(",").map(Number);
  if (places.length === 6 && places.every(Number.isFinite) && places[5] > 0) {
    [state.az, state.el] = places;
    state.centre = places.slice(2, 5);
    state.height = places[5];
  }
  state.size = among("grains", SIZES.map(one => one[0])) || state.size;
  state.colour = among("colour", ["plain", ...meta.arrays.map(one => one.name)]) || state.colour;
  state.forces = among("forces", ["none", ...meta.forces.map(one => one.name)]) || state.forces;
  state.load = among("load", ["plain", ...meta.loads.map(one => one.name)]) || state.load;
  state.span = among("span", ["all", "frame"]) || state.span;
  state.thick = within("thick", 0, 2) ?? state.thick;
  state.cut = within("cut", 0, 1) ?? state.cut;
  const modes = {g: "glass", s: "solid", h: "hidden"}, letters = words.get("structures") || "";
  if (letters.length === state.structures.length && [...letters].every(letter => letter in modes))
    state.structures = [...letters].map(letter => modes[letter]);
  if (/^(grain|body|structure):\d+$|^contact:-?\d+\/-?\d+$/.test(words.get("pick") || "")) state.pick = words.get("pick");
  const index = within("frame", 0, 1e9);
  if (index !== undefined) {
    const far = meta.frames.map(frame => Math.abs(frame.index - index));
    state.frame = far.indexOf(Math.min(...far));
  }
  controls();
}

// --- controls -------------------------------------------------------------------------------------

function fill(select, options) {
  for (const [value, text] of options) select.append(element("option", text, {value}));
}

// Controls as the state has it.
function controls() {
  at("size").value = state.size;
  at("colour").value = state.colour;
  at("forces").value = state.forces;
  at("load").value = state.load;
  at("span").value = state.span;
  at("thick").value = state.thick;
  at("cut").value = state.cut;
  state.structures.forEach((mode, k) => { at("structure-" + k).value = mode; });
  drawBars();
}

function turn(az, el) {
  state.az += az;
  state.el = Math.min(Math.max(state.el + el, -90), 90);
  redraw();
}

function move(dx, dy) {
  const [right, up] = axes(), pixel = 2 * state.height / at("canvas").clientHeight;
  state.centre = state.centre.map((x, c) => x - dx * pixel * right[c] + dy * pixel * up[c]);
  redraw();
}

// The point under (x, y) stays.
function zoom(factor, x, y) {
  const canvas = at("canvas"), dx = x - canvas.clientWidth / 2, dy = y - canvas.clientHeight / 2;
  move(-dx, -dy);
  state.height *= factor;
  move(dx, dy);
}

function pointers(canvas) {
  const down = new Map();
  let far = 0, pinch = 0;
  const place = event => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  canvas.addEventListener("pointerdown", event => {
    canvas.setPointerCapture(event.pointerId);
    down.set(event.pointerId, place(event));
    far = down.size > 1 ? Infinity : 0;
    pinch = 0;
  });
  canvas.addEventListener("pointermove", event => {
    if (!down.has(event.pointerId)) return;
    const before = down.get(event.pointerId), now = place(event), dx = now[0] - before[0], dy = now[1] - before[1];
    down.set(event.pointerId, now);
    far += Math.abs(dx) + Math.abs(dy);
    if (down.size === 2) {
      const [a, b] = [...down.values()], wide = Math.hypot(a[0] - b[0], a[1] - b[1]);
      if (pinch > 0 && wide > 0) zoom(pinch / wide, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
      pinch = wide;
      move(dx / 2, dy / 2);
    } else if (far > 4) {
      if (meta.flat || event.shiftKey || event.buttons & 6) move(dx, dy);
      else turn(-0.4 * dx, 0.4 * dy);
    }
  });
  const up = event => {
    if (down.delete(event.pointerId) && event.type === "pointerup" && far <= 4 && event.button === 0) choose(pickAt(...place(event)));
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("contextmenu", event => event.preventDefault());
  canvas.addEventListener("wheel", event => {
    event.preventDefault();
    zoom(1.0015 ** (event.deltaMode ? 33 * event.deltaY : event.deltaY), ...place(event));
  }, {passive: false});
}

function keys(event) {
  const canvas = at("canvas"), middle = [canvas.clientWidth / 2, canvas.clientHeight / 2];
  const step = {ArrowLeft: [-6, 0], ArrowRight: [6, 0], ArrowUp: [0, -6], ArrowDown: [0, 6]}[event.key];
  if (step && (meta.flat || event.shiftKey)) move(-5 * step[0], -5 * step[1]);
  else if (step) turn(step[0], -step[1]);
  else if (event.key === "+" || event.key === "=") zoom(1 / 1.15, ...middle);
  else if (event.key === "-") zoom(1.15, ...middle);
  else if (event.key === " ") play();
  else if (event.key === "Enter") choose(pickAt(...middle));
  else if (event.key === "Escape") choose(null);
  else return;
  event.preventDefault();
}

function build() {
  fill(at("size"), SIZES);
  fill(at("colour"), [["plain", "plain"], ...meta.arrays.map(one => [one.name, one.title])]);
  fill(at("forces"), [...meta.forces.map(one => [one.name, one.title]), ["none", "hidden"]]);
  fill(at("span"), [["all", "all frames"], ["frame", "this frame"]]);
  at("continuum").hidden = !meta.frames.some(frame => frame.points);
  fill(at("load"), [["plain", "plain"], ...meta.loads.map(one => [one.name, one.title])]);
  at("frame").max = last;
  at("play").hidden = at("frame").hidden = at("span-row").hidden = last === 0;
  if (meta.flat) for (const id of ["cut-row", "load"]) at(id).closest(".row").hidden = true;
  at("structure-box").hidden = !meta.structures.length;
  meta.structures.forEach((structure, k) => {
    const row = element("div", undefined, {className: "row"}), select = element("select", undefined, {id: "structure-" + k});
    fill(select, [["solid", "solid"], ["glass", meta.flat ? "outline" : "glass"], ["hidden", "hidden"]].slice(meta.flat ? 1 : 0));
    select.addEventListener("change", () => { state.structures[k] = select.value; redraw(); });
    row.append(element("label", structure.name, {htmlFor: "structure-" + k}), select,
               element("output", "", {id: "structure-value-" + k, className: "value", title: "force on " + structure.name}));
    at("structures").append(row);
  });
  for (const [id, key] of [["size", "size"], ["colour", "colour"], ["forces", "forces"], ["load", "load"], ["span", "span"]])
    at(id).addEventListener("change", () => { state[key] = at(id).value; drawBars(); redraw(); });
  for (const key of ["thick", "cut"])
    at(key).addEventListener("input", () => { state[key] = Number(at(key).value); drawBars(); redraw(); });
  for (const [name, az, el] of meta.flat ? [["whole", 0, 0]] : VIEWS) {
    const button = element("button", name, {type: "button"});
    button.addEventListener("click", () => {
      [state.az, state.el] = [az, el];
      fit();
      redraw();
    });
    at("views").append(button);
  }
  at("frame").addEventListener("input", () => { playing = false; show(Number(at("frame").value)); });
  at("play").addEventListener("click", play);
  at("link").addEventListener("focus", () => at("link").select());
  at("canvas").addEventListener("keydown", keys);
  pointers(at("canvas"));
  new ResizeObserver(redraw).observe(at("canvas"));
  window.addEventListener("hashchange", () => {
    if (location.hash === written) return;
    restore(location.hash);
    show(state.frame);
  });
  at("help").textContent = (meta.flat ? "Drag to move" : "Drag to turn, drag with the right button or Shift to move") +
    ", wheel to zoom, click on a grain" + (meta.forces.length ? ", a line" : "") + " or a solid structure to read it. " +
    "With the keyboard: arrows, +, \u2212, space to play, Enter to read the middle.";
  const some = meta.frames.length, left = some < meta.total ?
    some + " of its " + meta.total + " frames, the others are left out" : some === 1 ? "its only frame" : "all its " + some + " frames";
  at("footer").textContent = "From " + meta.file + " (" + meta.source.trim() + "): " + left + ". Positions are rounded to 16 bits of the box of a frame, " +
    "which moves them by at most " + withUnit(meta.error, "m", 2) + ", those of a surface to 16 bits of its own box; other numbers are rounded to 1 part in 65 536. Colours span 98 % of the values. " +
    "The projection is parallel, so the ruler holds everywhere. This file needs no network.";
}

function extent() {
  const low = [0, 1, 2].map(c => Math.min(...meta.frames.map(frame => frame.low[c])));
  const high = [0, 1, 2].map(c => Math.max(...meta.frames.map(frame => frame.high[c])));
  const size = Math.hypot(...low.map((x, c) => high[c] - x));
  scene = {low, high, radius: meta.radius[1] > 0 && meta.frames.some(frame => frame.grains.n) ? meta.radius[1] : 0.02 * size};
}

function expand(mesh) {
  mesh.corners = sample(Array.from(mesh.corners), mesh.points, 3);
  return mesh;
}

async function begin() {
  at("title").textContent = meta.title;
  at("subtitle").textContent = meta.title === meta.file ? "" : meta.file;
  renderer = new Renderer(at("canvas"));
  ramp = {grains: renderer.ramp(GRAIN_STOPS), forces: renderer.ramp(FORCE_STOPS), loads: renderer.ramp(LOAD_STOPS)};
  const part = one => ({points: one.points, corners: one.corners, polygon: one.polygon, edges: one.edges});
  meshes = (await unpackAll(meta.structures.map(part))).map(expand);
  shapes = (await unpackAll(meta.shapes.map(part))).map(expand);
  extent();
  state.structures = meta.structures.map(structure => structure.moves && !meta.flat ? "solid" : "glass");
  state.forces = meta.forces.length ? meta.forces[0].name : "none";
  // Thousands of grains would be a fog over the forces.
  const many = Math.max(...meta.frames.map(frame => frame.grains.n)) > 5000;
  state.size = !meta.forces.length || meta.flat ? "full" : many ? "none" : "dots";
  state.colour = meta.forces.length || !meta.arrays.length ? "plain" : meta.arrays[0].name;
  // Impacts of other frames would leave the forces of this one a single colour.
  const first = meta.forces.length ? meta.frames[last].ranges["contacts normal"] : undefined;
  if (first && first[1] < 0.4 * meta.forces[0].range[1]) state.span = "frame";
  build();
  fit();
  restore(location.hash);
  await show(state.frame);
}

// Milliseconds of a picture, of n drawn one after the other from all sides.
function measure(n) {
  const begun = performance.now(), before = state.az;
  for (let k = 0; k < n; ++k) {
    state.az = before + 360 * k / n;
    draw(null);
    renderer.gl.readPixels(0, 0, 1, 1, renderer.gl.RGBA, renderer.gl.UNSIGNED_BYTE, new Uint8Array(4));
  }
  state.az = before;
  paint();
  return (performance.now() - begun) / n;
}

const ready = begin().catch(error => {
  for (const part of [at("wait"), at("player"), ...document.querySelectorAll("fieldset")]) part.hidden = true;
  at("stage").append(element("p", "This page cannot draw: " + error.message + ".", {className: "note"}));
  throw error;
});
window.granum = {state, meta, ready, measure, frame: () => data};
