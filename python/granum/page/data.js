// data.js -- unpacks the columns that encode.py has packed.

const meta = JSON.parse(document.getElementById("meta").textContent);

async function bytesOf(column) {
  const text = document.getElementById("b" + column.blob).textContent;
  const packed = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Numbers whose bytes of one significance stand together.
function integers(bytes, count) {
  const n = bytes.length / count, found = new Uint32Array(n);
  if (count > 4) throw new Error("integers of " + count + " bytes");
  for (let plane = 0, at = 0; plane < count; ++plane)
    for (let k = 0; k < n; ++k) found[k] |= bytes[at++] << (8 * plane);
  return found;
}

// Float32Array or Int32Array [n * width].
async function unpack(column) {
  const numbers = integers(await bytesOf(column), column.bytes);
  if (column.as === "box") {
    const n = column.n, found = new Float32Array(3 * n);
    for (let axis = 0; axis < 3; ++axis) {
      const low = column.low[axis], step = (column.high[axis] - low) / 65535;
      for (let k = 0; k < n; ++k) found[3 * k + axis] = low + step * numbers[axis * n + k];
    }
    return found;
  }
  if (column.as === "short") return new Float32Array(numbers.map(bits => bits << 8).buffer);
  if (column.as === "float") return new Float32Array(numbers.buffer);
  const found = new Int32Array(numbers.length);
  let before = 0;
  for (let k = 0; k < numbers.length; ++k) {
    found[k] = numbers[k] + (column.delta ? before : column.low);
    before = found[k];
  }
  return found;
}

// The same object with each column unpacked.
async function unpackAll(value) {
  if (Array.isArray(value)) return Promise.all(value.map(unpackAll));
  if (value === null || typeof value !== "object") return value;
  if ("blob" in value) return unpack(value);
  const found = {};
  await Promise.all(Object.keys(value).map(async name => { found[name] = await unpackAll(value[name]); }));
  return found;
}

const KEPT = 6;  // frames in memory
const kept = new Map();

async function frameData(number) {
  if (kept.has(number)) {
    const found = kept.get(number);
    kept.delete(number);
    kept.set(number, found);
    return found;
  }
  const promise = unpackAll(meta.frames[number]);
  kept.set(number, promise);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  return promise;
}
