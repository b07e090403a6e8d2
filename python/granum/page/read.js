// read.js -- what lies over the picture, and the reading of what is clicked.

// --- what lies over the picture --------------------------------------------------------------

function drawRuler() {
  const canvas = at("canvas"), pixel = 2 * state.height / canvas.clientHeight, long = nice(pixel * canvas.clientWidth / 5);
  const [factor, unit] = prefixed(long, "m");
  at("ruler").firstElementChild.style.width = long / pixel + "px";
  at("ruler").lastElementChild.textContent = Number((long / factor).toPrecision(3)) + " " + unit;
}

function drawAxes() {
  const [right, up] = axes(), svg = at("axes");
  svg.replaceChildren();
  ["x", "y", "z"].forEach((name, c) => {
    const x = 20 * right[c], y = -20 * up[c];
    if (Math.hypot(x, y) < 3) return;
    const make = (kind, attributes, text) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", kind);
      for (const key of Object.keys(attributes)) made.setAttribute(key, attributes[key]);
      if (text) made.textContent = text;
      svg.append(made);
    };
    make("line", {x1: 0, y1: 0, x2: x, y2: y, stroke: "#1c2430", "stroke-width": 1.4});
    make("text", {x: 1.35 * x, y: 1.35 * y + 4, "text-anchor": "middle", fill: "#1c2430"}, name);
  });
}

function bar(title, unit, range, stops, integer) {
  const made = element("div", undefined, {className: "bar"});
  const [low, high, least, most] = range;
  const [factor, text] = prefixed(Math.max(Math.abs(low), Math.abs(high)), unit);
  const name = element("div", title + (text ? " (" + text + ")" : ""), {className: "name"});
  const scale = element("div", undefined, {className: "scale"}), strip = element("div", undefined, {className: "ramp"});
  strip.style.background = "linear-gradient(to top, " + stops.join(", ") + ")";
  scale.append(strip);
  if (most > high) {
    scale.append(element("div", undefined, {className: "above"}));
    scale.lastChild.style.borderBottomColor = stops[stops.length - 1];
  }
  if (least < low) {
    scale.append(element("div", undefined, {className: "below"}));
    scale.lastChild.style.borderTopColor = stops[0];
  }
  const step = integer ? Math.max(1, nice((high - low) / 3)) : nice((high - low) / factor / 3) * factor;
  for (let k = Math.ceil(low / step - 1e-6); k * step <= high + 1e-6 * step; ++k) {
    const tick = element("div", undefined, {className: "tick"});
    tick.style.bottom = 100 * (k * step - low) / (high - low) + "%";
    tick.append(element("span", String(Number((k * step / factor).toPrecision(6))).replace("-", "\u2212")));
    scale.append(tick);
  }
  made.append(name, scale);
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", "Colours: " + title + " from " + withUnit(low, unit) + " to " + withUnit(high, unit));
  return made;
}

function drawBars() {
  const made = [], force = forceOf(state.forces), array = arrayOf(state.colour), load = loadOf(state.load);
  if (force && state.thick > 0) made.push(bar(force.title, force.unit, rangeOf("contacts", force), FORCE_STOPS));
  if (array && (sizeOf(state.size) > 0 || data && data.points && data.points.arrays[state.colour]))
    made.push(bar(array.title, array.unit, rangeOf("grains", array), GRAIN_STOPS, array.integer));
  if (load && !meta.flat) made.push(bar(load.title, load.unit, rangeOf("structures", load), LOAD_STOPS));
  at("bars").replaceChildren(...made);
}

// --- reading -----------------------------------------------------------------------------------

// Contacts, grains and bodies of what is picked, or null if this frame does not have it.
function selected() {
  return once("selected " + state.pick, () => {
    const [kind, text] = state.pick.split(":"), c = data.contacts, found = {contacts: [], grains: [], bodies: []};
    const take = owner => {
      if (owner >= 0) found.grains.push(owner);
    };
    let owner;
    if (kind === "contact") {
      const [a, b] = text.split("/").map(Number);
      for (let k = 0; c && k < c.n && !found.contacts.length; ++k)
        if (nameOwner(ownerOf(c.a[k])) === a && nameOwner(ownerOf(c.b[k])) === b) found.contacts.push(k);
      if (!found.contacts.length) return null;
      const k = found.contacts[0];
      take(ownerOf(c.a[k]));
      take(ownerOf(c.b[k]));
      return found;
    }
    const id = Number(text);
    if (kind === "grain") {
      owner = data.grains.id.indexOf(id);
      if (owner < 0) return null;
      found.grain = owner;
    } else if (kind === "body") {
      const row = data.bodies ? data.bodies.id.indexOf(id) : -1;
      if (row < 0) return null;
      found.bodies.push(row);
      owner = -1 - meta.structures.length - id;
    } else {
      if (!(id >= 0 && id < meta.structures.length) || !isThere(id)) return null;
      owner = -1 - id;
    }
    for (let k = 0; c && k < c.n; ++k) {
      const a = ownerOf(c.a[k]), b = ownerOf(c.b[k]);
      if (a !== owner && b !== owner) continue;
      found.contacts.push(k);
      if (kind !== "structure") take(a === owner ? b : a);
    }
    return found;
  });
}

// A name for life of an owner: the id of a grain, or the negative number of a structure or body.
const nameOwner = owner => owner >= 0 ? data.grains.id[owner] : owner;

// Text and pick of an owner.
function named(owner) {
  const s = meta.structures.length;
  if (owner >= 0) return ["grain " + data.grains.id[owner], "grain:" + data.grains.id[owner]];
  const number = -1 - owner;
  if (number < s) return [meta.structures[number].name, "structure:" + number];
  const row = data.bodies ? data.bodies.id.indexOf(number - s) : -1;
  return [(row < 0 ? "body" : meta.shapes[data.bodies.shape[row]].name) + " " + (number - s), "body:" + (number - s)];
}

function choose(pick) {
  state.pick = pick;
  read();
  redraw();
}

function link(text, pick) {
  const made = element("button", text, {type: "button"});
  made.addEventListener("click", () => choose(pick));
  return made;
}

function paragraph(...parts) {
  const made = element("p");
  made.append(...parts);
  return made;
}

function arraysOf(set, row) {
  const named = ["radius", "coordination"];  // which are in the text already
  return meta.arrays.filter(one => data[set].arrays[one.name] && !named.includes(one.name)).map(one => {
    const x = data[set].arrays[one.name][row];
    const text = one.name === "material" ? meta.materials[x] || x : one.integer ? String(x) : withUnit(x, one.unit);
    return one.title + " " + text;
  }).join(", ");
}

function table(owner, contacts) {
  const c = data.contacts, made = element("table"), head = element("tr");
  const most = contacts.reduce((x, k) => Math.max(x, Math.abs(c.overlap[k])), 0), [factor, unit] = prefixed(most, "m");
  for (const text of ["partner", "normal force (N)", "tangential force (N)", "overlap (" + unit + ")"])
    head.append(element("th", text, {scope: "col"}));
  made.append(element("thead"), element("tbody"));
  made.tHead.append(head);
  for (const k of [...contacts].sort((i, j) => c.normal[j] - c.normal[i])) {
    const a = ownerOf(c.a[k]), row = element("tr"), first = element("td");
    first.append(link(...named(a === owner ? ownerOf(c.b[k]) : a)));
    row.append(first, ...[c.normal[k], c.tangential[k], c.overlap[k] / factor].map(x => element("td", shown(x))));
    made.tBodies[0].append(row);
  }
  const list = element("div", undefined, {className: "list", tabIndex: 0});
  list.append(made);
  return list;
}

function read() {
  const box = at("reading");
  box.replaceChildren();
  if (!state.pick || !data) return;
  const close = element("button", "\u00d7", {type: "button", className: "close"});
  close.setAttribute("aria-label", "Close");
  close.addEventListener("click", () => choose(null));
  box.append(close);
  const pick = selected(), [kind, text] = state.pick.split(":"), c = data.contacts;
  if (!pick) {
    box.append(element("h2", "Not in this frame"), paragraph("What was clicked (" + kind + ") is not there at this time."));
    return;
  }
  if (kind === "contact") {
    const k = pick.contacts[0];
    box.append(element("h2", "Contact"), paragraph(link(...named(ownerOf(c.a[k]))), " and ", link(...named(ownerOf(c.b[k])))),
               paragraph("normal force " + shown(c.normal[k]) + " N"), paragraph("tangential force " + shown(c.tangential[k]) + " N"),
               paragraph("overlap " + withUnit(c.overlap[k], "m")));
    return;
  }
  const count = c ? pick.contacts.length + (pick.contacts.length === 1 ? " contact" : " contacts") : "the result has no contacts";
  let owner;
  if (kind === "grain") {
    owner = pick.grain;
    box.append(element("h2", "Grain " + text),
               paragraph(["radius " + withUnit(data.grains.radius[owner], "m"),
                          arraysOf("grains", owner)].filter(Boolean).join(", ") + "; " + count));
  } else if (kind === "body") {
    const row = pick.bodies[0];
    owner = -1 - meta.structures.length - Number(text);
    box.append(element("h2", named(owner)[0]), paragraph([arraysOf("bodies", row), count].filter(Boolean).join("; ")));
  } else {
    owner = -1 - Number(text);
    const load = loadOn(Number(text)), vector = (first, unit) => "(" + [0, 1, 2].map(i => shown(load[first + i])).join(", ") + ") " + unit;
    box.append(element("h2", named(owner)[0]), paragraph("force on it " + shown(forceOn(Number(text))) + " N: " + vector(0, "N")),
               paragraph("torque about its origin " + vector(3, "N m")), paragraph(count));
  }
  if (pick.contacts.length) box.append(table(owner, pick.contacts));
}

function pickAt(x, y) {
  const canvas = at("canvas"), sharp = canvas.width / canvas.clientWidth, reach = Math.round(3 * sharp);
  const px = Math.floor(x * sharp), py = canvas.height - 1 - Math.floor(y * sharp);
  const left = Math.max(0, px - reach), below = Math.max(0, py - reach);
  draw({x: left, y: below, wide: Math.min(2 * reach + 1, canvas.width - left), high: Math.min(2 * reach + 1, canvas.height - below),
        middle: [px - left, py - below]});
  const found = renderer.picked();
  if (!found) return null;
  if (found.kind === GRAIN) return "grain:" + data.grains.id[found.id];
  if (found.kind === STRUCTURE) return "structure:" + found.id;
  if (found.kind === BODY) return "body:" + data.bodies.id[bodyGroups().order[found.id]];
  if (found.kind === CONTACT) {
    const c = data.contacts;
    return "contact:" + nameOwner(ownerOf(c.a[found.id])) + "/" + nameOwner(ownerOf(c.b[found.id]));
  }
  return null;
}
