// draw.js -- WebGL 2: spheres and capsules as impostors, meshes, and the picture of numbers for clicks.
//
// The projection is parallel: a length is the same everywhere in the picture, so that one ruler holds, and
// an impostor is a disc whose depth is that of the sphere.  Depths from 0.1 to 1 are of the scene, those
// below of what is selected, which therefore stands in front of all.

const COMMON = `#version 300 es
precision highp float; precision highp int;
uniform mat3 turn; uniform vec3 centre; uniform vec2 scale; uniform vec2 deep; uniform float cut; uniform float front; uniform float pixel;
float depthOf(float z) {
  float d = clamp((deep.x - z) * deep.y, 0.0, 1.0);
  return front > 0.0 ? 0.1 * d : 0.1 + 0.9 * d;
}
vec4 placed(vec3 p) { return vec4((p.xy) * scale, 2.0 * depthOf(p.z) - 1.0, 1.0); }
`;
const PAINT = `
uniform sampler2D ramp; uniform vec2 range; uniform vec4 plain; uniform int mode; uniform int kind; uniform float fog;
vec3 tint(float value) {
  if (plain.a > 0.0) return plain.rgb;
  float t = clamp((value - range.x) / (range.y - range.x), 0.0, 1.0);
  return texture(ramp, vec2(t * 0.99609375 + 0.001953125, 0.5)).rgb;
}
vec3 shaded(vec3 colour, vec3 n) {
  float light = max(dot(n, normalize(vec3(-0.35, 0.55, 0.76))), 0.0);
  return colour * (0.62 + 0.42 * light) + 0.06 * pow(light, 24.0);
}
vec3 faded(vec3 colour, float z) {
  return mix(colour, vec3(1.0), fog * clamp((deep.x - z) * deep.y, 0.0, 1.0));
}
vec4 numbered(int id) {
  return vec4(float(id & 255), float((id >> 8) & 255), float((id >> 16) & 255), float(kind)) / 255.0;
}
`;
// Two triangles of each sphere or line, whose numbers are in textures: instances of two triangles are
// many times slower where a processor draws.
const PULLED = `
uniform highp sampler2D first; uniform highp sampler2D second;
ivec2 texel() { int i = gl_VertexID / 6; return ivec2(i & 1023, i >> 10); }
vec2 corner() {
  int c = gl_VertexID % 6;
  c = c < 3 ? c : c == 3 ? 2 : c == 4 ? 1 : 3;
  return vec2(c & 1, c >> 1);
}
`;
const BALL_VERTEX = COMMON + PULLED + `
uniform float size; uniform float least;
out vec2 at; flat out float z; flat out float r; flat out float v; flat out int id;
void main() {
  vec4 ball = texelFetch(first, texel(), 0);
  vec3 p = turn * (ball.xyz - centre);
  r = max(ball.w * size, least); z = p.z; v = texelFetch(second, texel(), 0).r; id = gl_VertexID / 6;
  at = (corner() * 2.0 - 1.0) * (1.0 + pixel / r);
  p.xy += at * r;
  gl_Position = z > cut && front <= 0.0 ? vec4(2.0, 2.0, 2.0, 1.0) : placed(p);
}`;
const BALL_FRAGMENT = COMMON + PAINT + `
in vec2 at; flat in float z; flat in float r; flat in float v; flat in int id; out vec4 colour;
uniform float discs;
void main() {
  float q = dot(at, at), alpha = clamp((1.0 - sqrt(q)) * r / pixel + 0.5, 0.0, 1.0);
  if (alpha <= 0.0 || mode == 1 && q > 1.0) discard;
  float h = sqrt(max(1.0 - q, 0.0));
  gl_FragDepth = depthOf(z + r * h);
  if (mode == 1) { colour = numbered(id); return; }
  if (mode == 2) {
    if ((1.0 - sqrt(q)) * r > 2.5 * pixel) discard;
    colour = vec4(plain.rgb, 1.0); return;
  }
  vec3 c = tint(v);
  c = discs > 0.0 ? c * (discs < 2.0 && q > 0.81 && r > 3.0 * pixel ? 0.75 : 1.0)
                  : shaded(c, vec3(at, h)) * (1.0 - 0.25 * smoothstep(0.75, 1.0, q));
  colour = vec4(faded(c, z), alpha);
}`;
const STICK_VERTEX = COMMON + PULLED + `
uniform float size; uniform float least;
out vec2 at; flat out float span; flat out vec2 zs; flat out float r; flat out vec2 along; flat out float v; flat out int id;
void main() {
  vec4 from = texelFetch(first, texel(), 0), to = texelFetch(second, texel(), 0);
  vec3 a = turn * (from.xyz - centre), b = turn * (to.xyz - centre);
  vec2 d = b.xy - a.xy;
  span = length(d); along = span > 1e-12 ? d / span : vec2(1.0, 0.0);
  r = max(from.w * size, least); zs = vec2(a.z, b.z); v = to.w; id = gl_VertexID / 6;
  float wide = r + pixel;
  vec2 c = corner();
  at = vec2(c.x == 0.0 ? -wide : span + wide, c.y == 0.0 ? -wide : wide);
  vec3 p = vec3(a.xy + along * at.x + vec2(-along.y, along.x) * at.y, 0.5 * (a.z + b.z));
  gl_Position = max(a.z, b.z) > cut && front <= 0.0 ? vec4(2.0, 2.0, 2.0, 1.0) : placed(p);
}`;
const STICK_FRAGMENT = COMMON + PAINT + `
in vec2 at; flat in float span; flat in vec2 zs; flat in float r; flat in vec2 along; flat in float v; flat in int id;
out vec4 colour;
void main() {
  float over = at.x < 0.0 ? at.x : max(at.x - span, 0.0);
  float q = (over * over + at.y * at.y) / (r * r), alpha = clamp((1.0 - sqrt(q)) * r / pixel + 0.5, 0.0, 1.0);
  if (alpha <= 0.0 || mode == 1 && q > 1.0) discard;
  float h = sqrt(max(1.0 - q, 0.0));
  float z = mix(zs.x, zs.y, span > 0.0 ? clamp(at.x / span, 0.0, 1.0) : 0.5) + r * h;
  gl_FragDepth = depthOf(z);
  if (mode == 1) { colour = numbered(id); return; }
  vec3 n = vec3(along * over / r + vec2(-along.y, along.x) * at.y / r, h);
  colour = vec4(faded(mode == 2 ? plain.rgb : shaded(tint(v), n), z), alpha);
}`;
const MESH_VERTEX = COMMON + `
layout(location=0) in vec3 corner; layout(location=1) in vec3 position; layout(location=2) in vec4 turned;
layout(location=3) in vec2 more;
uniform sampler2D values; uniform int perFace; uniform float size;
out vec3 p; flat out float v; flat out int id;
void main() {
  vec3 c = corner * more.x * size;
  vec3 w = position + c + 2.0 * cross(turned.yzw, cross(turned.yzw, c) + turned.x * c);
  p = turn * (w - centre);
  int face = gl_VertexID / 3;
  v = perFace > 0 ? texelFetch(values, ivec2(face & 1023, face >> 10), 0).r : more.y;
  id = gl_InstanceID;
  gl_Position = placed(p);
}`;
const MESH_FRAGMENT = COMMON + PAINT + `
in vec3 p; flat in float v; flat in int id; out vec4 colour;
uniform float glass; uniform int number;
void main() {
  if (p.z > cut && front <= 0.0) discard;
  if (mode == 1) { colour = numbered(number + id); return; }
  vec3 n = cross(dFdx(p), dFdy(p));
  n = length(n) > 0.0 ? normalize(n) : vec3(0.0, 0.0, 1.0);
  if (n.z < 0.0) n = -n;
  vec3 c = faded(shaded(tint(v), n), p.z);
  colour = vec4(c, glass > 0.0 ? mix(0.05, 0.3, pow(1.0 - n.z, 3.0)) * glass : 1.0);
}`;

function ramps(gl, stops) {
  const pixels = new Uint8Array(256 * 4);
  const rgb = stops.map(text => [1, 3, 5].map(k => parseInt(text.slice(k, k + 2), 16)));
  for (let k = 0; k < 256; ++k) {
    const t = k / 255 * (rgb.length - 1), i = Math.min(Math.floor(t), rgb.length - 2);
    for (let c = 0; c < 3; ++c) pixels[4 * k + c] = rgb[i][c] + (t - i) * (rgb[i + 1][c] - rgb[i][c]);
    pixels[4 * k + 3] = 255;
  }
  return texture(gl, 256, 1, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
}

function texture(gl, wide, high, format, of, type, pixels) {
  const made = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, made);
  gl.texImage2D(gl.TEXTURE_2D, 0, format, wide, high, 0, of, type, pixels);
  for (const [name, how] of [["TEXTURE_MIN_FILTER", "NEAREST"], ["TEXTURE_MAG_FILTER", "NEAREST"],
                             ["TEXTURE_WRAP_S", "CLAMP_TO_EDGE"], ["TEXTURE_WRAP_T", "CLAMP_TO_EDGE"]])
    gl.texParameteri(gl.TEXTURE_2D, gl[name], gl[how]);
  return made;
}

function program(gl, vertex, fragment) {
  const made = gl.createProgram();
  for (const [type, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made));
  const places = {};
  for (let k = 0; k < gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS); ++k) {
    const name = gl.getActiveUniform(made, k).name;
    places[name] = gl.getUniformLocation(made, name);
  }
  return {program: made, places};
}

class Renderer {
  constructor(canvas) {
    const gl = canvas.getContext("webgl2", {antialias: true, preserveDrawingBuffer: true, alpha: false});
    if (!gl) throw new Error("this browser has no WebGL 2");
    this.gl = gl;
    this.canvas = canvas;
    this.balls = program(gl, BALL_VERTEX, BALL_FRAGMENT);
    this.sticks = program(gl, STICK_VERTEX, STICK_FRAGMENT);
    this.mesh = program(gl, MESH_VERTEX, MESH_FRAGMENT);
    this.buffers = new Map();
    this.textures = new Map();
    this.none = texture(gl, 1, 1, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    this.target = null;
  }

  ramp(stops) { return ramps(this.gl, stops); }

  // A buffer by name, filled again where the array is another one.
  buffer(name, array) {
    const gl = this.gl;
    let found = this.buffers.get(name);
    if (!found) this.buffers.set(name, found = {buffer: gl.createBuffer(), array: null});
    gl.bindBuffer(gl.ARRAY_BUFFER, found.buffer);
    if (found.array !== array) {
      gl.bufferData(gl.ARRAY_BUFFER, array, gl.DYNAMIC_DRAW);
      found.array = array;
    }
  }

  // Bind an array of 1 or 4 numbers each as a texture, by name; null: any texture.
  numbers(unit, place, name, array, width) {
    const gl = this.gl;
    let found = this.textures.get(name);
    if (!found) this.textures.set(name, found = {});
    gl.activeTexture(gl.TEXTURE0 + unit);
    if (array && found.array !== array) {
      if (found.texture) gl.deleteTexture(found.texture);
      const high = Math.max(1, Math.ceil(array.length / (1024 * width))), pixels = new Float32Array(1024 * width * high);
      pixels.set(array);
      found.texture = width === 1 ? texture(gl, 1024, high, gl.R32F, gl.RED, gl.FLOAT, pixels)
                                  : texture(gl, 1024, high, gl.RGBA32F, gl.RGBA, gl.FLOAT, pixels);
      found.array = array;
    }
    gl.bindTexture(gl.TEXTURE_2D, array ? found.texture : this.none);
    gl.uniform1i(place, unit);
  }

  attribute(place, name, array, width, each) {
    const gl = this.gl;
    this.buffer(name, array);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, width, gl.FLOAT, false, 0, 0);
    gl.vertexAttribDivisor(place, each);
  }

  // view: {turn [9], centre [3], height, deep [2], cut, fog, flat}.
  start(view, pick) {
    const gl = this.gl, canvas = this.canvas;
    this.view = view;
    this.pick = pick;
    if (pick) {
      if (!this.target || this.target.wide !== canvas.width || this.target.high !== canvas.height) this.makeTarget();
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.target.frame);
      gl.enable(gl.SCISSOR_TEST);
      gl.scissor(pick.x, pick.y, pick.wide, pick.high);
    } else {
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      gl.disable(gl.SCISSOR_TEST);
    }
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(pick ? 0 : 1, pick ? 0 : 1, pick ? 0 : 1, pick ? 0 : 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    if (view.flat) gl.disable(gl.DEPTH_TEST);  // what is drawn later lies above
    else gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.depthMask(true);
    gl.disable(gl.BLEND);
    if (pick) gl.disable(gl.SAMPLE_ALPHA_TO_COVERAGE);
    else gl.enable(gl.SAMPLE_ALPHA_TO_COVERAGE);
  }

  makeTarget() {
    const gl = this.gl, wide = this.canvas.width, high = this.canvas.height;
    if (this.target) {
      gl.deleteFramebuffer(this.target.frame);
      gl.deleteTexture(this.target.texture);
      gl.deleteRenderbuffer(this.target.depth);
    }
    const frame = gl.createFramebuffer(), depth = gl.createRenderbuffer();
    const made = texture(gl, wide, high, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, null);
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, made, 0);
    gl.bindRenderbuffer(gl.RENDERBUFFER, depth);
    gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, wide, high);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, depth);
    this.target = {frame, texture: made, depth, wide, high};
  }

  // paint: {kind, mode, plain [3] or null, ramp, range, size, front}.
  use(which, paint) {
    const gl = this.gl, u = which.places, view = this.view;
    gl.useProgram(which.program);
    for (let k = 0; k < 5; ++k) {
      gl.disableVertexAttribArray(k);
      gl.vertexAttribDivisor(k, 0);
    }
    gl.uniformMatrix3fv(u.turn, true, view.turn);
    gl.uniform3fv(u.centre, view.centre);
    const aspect = this.canvas.width / this.canvas.height;
    gl.uniform2f(u.scale, 1 / (view.height * aspect), 1 / view.height);
    gl.uniform2fv(u.deep, view.deep);
    gl.uniform1f(u.cut, view.cut);
    gl.uniform1f(u.pixel, 2 * view.height / this.canvas.height);
    gl.uniform1f(u.fog, paint.front ? 0 : view.fog);
    gl.uniform1f(u.front, paint.front ? 1 : 0);
    gl.uniform1i(u.mode, this.pick ? 1 : paint.mode || 0);
    gl.uniform1i(u.kind, paint.kind);
    gl.uniform4f(u.plain, ...(paint.plain || [0, 0, 0]), paint.plain ? 1 : 0);
    gl.uniform2fv(u.range, paint.range || [0, 1]);
    gl.uniform1f(u.size, paint.size === undefined ? 1 : paint.size);
    if (u.least) gl.uniform1f(u.least, (paint.least || 0) * 2 * view.height / this.canvas.height);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, paint.ramp || this.none);
    gl.uniform1i(u.ramp, 0);
    return u;
  }

  // balls [4 n]: centres and radii; values [n] or null.
  drawBalls(name, balls, values, paint) {
    if (!balls.length) return;
    const gl = this.gl, u = this.use(this.balls, paint);
    gl.uniform1f(u.discs, this.view.flat ? paint.even ? 2 : 1 : 0);
    this.numbers(1, u.first, name, balls, 4);
    this.numbers(2, u.second, name + " values", values, 1);
    gl.drawArrays(gl.TRIANGLES, 0, 6 * balls.length / 4);
  }

  // from [4 n]: ends and half widths; to [4 n]: ends and values.
  drawSticks(name, from, to, paint) {
    if (!from.length) return;
    const gl = this.gl, u = this.use(this.sticks, paint);
    this.numbers(1, u.first, name + " from", from, 4);
    this.numbers(2, u.second, name + " to", to, 4);
    gl.drawArrays(gl.TRIANGLES, 0, 6 * from.length / 4);
  }

  // A structure: one mesh at a pose [7], of one value or one of each face.
  drawStructure(name, corners, pose, number, value, faces, paint, glass) {
    const gl = this.gl, u = this.use(this.mesh, paint);
    this.attribute(0, name + " corners", corners, 3, 0);
    gl.vertexAttrib3f(1, pose[0], pose[1], pose[2]);
    gl.vertexAttrib4f(2, pose[3], pose[4], pose[5], pose[6]);
    gl.vertexAttrib2f(3, 1, value);
    gl.uniform1f(u.glass, glass);
    gl.uniform1i(u.number, number);
    gl.uniform1i(u.perFace, faces ? 1 : 0);
    this.numbers(1, u.values, name, faces, 1);
    if (glass) {
      gl.disable(gl.SAMPLE_ALPHA_TO_COVERAGE);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
      gl.depthMask(false);
    }
    gl.drawArraysInstanced(gl.TRIANGLES, 0, corners.length / 3, 1);
    if (glass) {
      gl.depthMask(true);
      gl.disable(gl.BLEND);
      if (!this.pick) gl.enable(gl.SAMPLE_ALPHA_TO_COVERAGE);
    }
  }

  // Copies of one mesh; for clicks they count from `first`.
  drawBodies(name, corners, n, position, turned, more, first, paint) {
    if (!n) return;
    const gl = this.gl, u = this.use(this.mesh, paint);
    this.attribute(0, name + " corners", corners, 3, 0);
    this.attribute(1, name + " position", position, 3, 1);
    this.attribute(2, name + " turned", turned, 4, 1);
    this.attribute(3, name + " more", more, 2, 1);
    gl.uniform1f(u.glass, 0);
    gl.uniform1i(u.number, first);
    gl.uniform1i(u.perFace, 0);
    this.numbers(1, u.values, name, null, 1);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, corners.length / 3, n);
  }

  // {kind, id} of the number nearest to the middle of the picked square, or null.
  picked() {
    const gl = this.gl, p = this.pick, pixels = new Uint8Array(4 * p.wide * p.high);
    gl.readPixels(p.x, p.y, p.wide, p.high, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.disable(gl.SCISSOR_TEST);
    let found = null, least = Infinity;
    for (let y = 0; y < p.high; ++y)
      for (let x = 0; x < p.wide; ++x) {
        const k = 4 * (y * p.wide + x), far = Math.hypot(x - p.middle[0], y - p.middle[1]);
        if (pixels[k + 3] && far < least) {
          least = far;
          found = {kind: pixels[k + 3], id: pixels[k] | pixels[k + 1] << 8 | pixels[k + 2] << 16};
        }
      }
    return found;
  }
}
