import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { inflateSync } from "node:zlib";
import { type FontSource, fontSources } from "./sources.ts";

/*
 * Writes the font files of this folder, their licences and `files.ts`: `node shop/designs/fonts/write-fonts.ts FOLDER`,
 * where FOLDER has the packages of sources.ts in its node_modules. The same packages give the same bytes.
 */

/** hb-subset.h: hinting never reaches an outline. */
const noHinting = 0x1;
/** hb-subset.h: index of the set of code points. */
const unicodeSet = 1;
/** hb.h: HB_MEMORY_MODE_WRITABLE. */
const writable = 2;

type Call = (...values: number[]) => number;

async function loadSubsetter() {
  const file = createRequire(import.meta.url).resolve("harfbuzzjs/dist/harfbuzz-subset.wasm");
  const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
  const calls = instance.exports as unknown as Record<string, Call>;
  calls._initialize?.();
  const memory = instance.exports.memory as WebAssembly.Memory;
  const call = (name: string, ...values: number[]): number => {
    const found = calls[name];
    if (!found) throw new Error(`The subsetter has no ${name}`);
    return found(...values);
  };
  return { call, memory };
}

const { call, memory } = await loadSubsetter();

function subset(bytes: Uint8Array, letters: string | undefined): Uint8Array {
  const start = call("malloc", bytes.length);
  new Uint8Array(memory.buffer).set(bytes, start);
  const blob = call("hb_blob_create", start, bytes.length, writable, 0, 0);
  const face = call("hb_face_create", blob, 0);
  const input = call("hb_subset_input_create_or_fail");
  const wanted = call("hb_subset_input_unicode_set", input);
  if (letters === undefined) call("hb_set_invert", call("hb_subset_input_set", input, unicodeSet));
  for (const range of letters?.split(" ") ?? []) {
    const [from = "", to = from] = range.split("-");
    for (let letter = Number.parseInt(from, 16); letter <= Number.parseInt(to, 16); letter++)
      call("hb_set_add", wanted, letter);
  }
  call("hb_subset_input_set_flags", input, noHinting);
  const small = call("hb_subset_or_fail", face, input);
  if (small === 0) throw new Error("The font could not be subset");
  const result = call("hb_face_reference_blob", small);
  const at = call("hb_blob_get_data", result, 0);
  return new Uint8Array(memory.buffer).slice(at, at + call("hb_blob_get_length", result));
}

/** The TrueType file inside a WOFF 1.0 file (W3C recommendation, section 5): the same tables, not compressed. */
function fromWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + count * 16);
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  head.writeUInt16BE(count, 4);
  const power = 2 ** Math.floor(Math.log2(count));
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((count - power) * 16, 10);
  const tables: Buffer[] = [];
  let offset = head.length;
  for (let index = 0; index < count; index++) {
    const entry = 44 + index * 20;
    const [from, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ];
    const stored = woff.subarray(from, from + packed);
    const table = packed < length ? inflateSync(stored) : stored;
    const record = 12 + index * 16;
    woff.copy(head, record, entry, entry + 4);
    head.writeUInt32BE(woff.readUInt32BE(entry + 16), record + 4);
    head.writeUInt32BE(offset, record + 8);
    head.writeUInt32BE(length, record + 12);
    const padded = Buffer.alloc((length + 3) & ~3);
    table.copy(padded);
    tables.push(padded);
    offset += padded.length;
  }
  return Buffer.concat([head, ...tables]);
}

function packageOf({ from }: FontSource, folder: string): string {
  const [name, version] = [from.slice(0, from.lastIndexOf("@")), from.split("@").at(-1)];
  const home = path.join(folder, "node_modules", name);
  const installed = JSON.parse(readFileSync(path.join(home, "package.json"), "utf8")).version;
  if (installed !== version) throw new Error(`${from} is wanted, ${installed} is installed`);
  return home;
}

const folder = process.argv[2];
if (!folder) throw new Error("Name the folder whose node_modules has the packages of sources.ts");
const here = import.meta.dirname;
const rows = fontSources.map((source) => {
  const home = packageOf(source, folder);
  const read = readFileSync(path.join(home, source.file));
  const bytes = subset(source.file.endsWith(".woff") ? fromWoff(read) : read, source.letters);
  writeFileSync(path.join(here, `${source.id}.ttf`), bytes);
  const licence = ["LICENSE_FONT", "LICENSE"]
    .map((name) => path.join(home, name))
    .find((file) => existsSync(file));
  if (!licence) throw new Error(`${source.from} has no licence`);
  const family = source.id.replace(/-\d+$/, "");
  writeFileSync(path.join(here, `${family}.licence.txt`), readFileSync(licence));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return `  "${source.id}": {\n    sha256: "${sha256}",\n    bytes: ${bytes.length},\n  },`;
});
writeFileSync(
  path.join(here, "files.ts"),
  `// Written by write-fonts.ts.\n\n/** Font files by id; the SHA-256 of its bytes is the address of a file. */\nexport const fontFiles = {\n${rows.join("\n")}\n} as const;\n`,
);
