import { readdir, readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/*
 * Part of the build: compresses each compressible asset once, next to the original. Brotli's level 11 takes twice as long as
 * level 10 and saves 1.8 % of the bytes. Only WebAssembly uses level 11. `--quick` uses level 6: a twentieth of the time, 5 %
 * more bytes.
 */
const folder = path.join(import.meta.dirname, "..", "..", "build", "client");
const isCompressible = /\.(js|css|svg|json|webmanifest|txt|map|wasm|ttf)$/;
const isQuick = process.argv.includes("--quick");
const brotliLevel = (file: string) => {
  if (isQuick) return 6;
  return file.endsWith(".wasm") ? 11 : 10;
};

const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && isCompressible.test(entry.name))
  .map((entry) => path.join(entry.parentPath, entry.name));

async function compressFiles(): Promise<void> {
  for (let file = files.pop(); file !== undefined; file = files.pop()) {
    const bytes = await readFile(file);
    const [brotli, zipped] = await Promise.all([
      promisify(brotliCompress)(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: brotliLevel(file) },
      }),
      promisify(gzip)(bytes, { level: 9 }),
    ]);
    await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, zipped)]);
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, compressFiles));
