import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Part of the build: compresses every asset that gets smaller once, at the highest level, next to the original. */
const folder = path.join(import.meta.dirname, "..", "..", "build", "client");
const isCompressible = /\.(js|css|svg|json|webmanifest|txt|map|wasm|ttf)$/;

for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !isCompressible.test(entry.name)) continue;
  const file = path.join(entry.parentPath, entry.name);
  const bytes = await readFile(file);
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await writeFile(`${file}.br`, brotli);
  await writeFile(`${file}.gz`, zipped);
}
