/**
 * Makes regions.tsv.br from the npm package `indonesia-nodejs` (MIT; Kepmendagri 300.2.2-2138/2025). Run it
 * again for a new edition of the codes: `node db/seed/regions/convert.ts`.
 */
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

interface Row {
  code: string;
  name: string;
  postal_code?: string;
}

const require = createRequire(import.meta.url);
const source = path.join(path.dirname(require.resolve("indonesia-nodejs")), "../data/json");
const files = ["provinces", "cities", "districts", "villages"];
const rows: Row[] = [];
for (const file of files) {
  rows.push(...(JSON.parse(await readFile(path.join(source, `${file}.json`), "utf8")) as Row[]));
}
rows.sort((a, b) => (a.code < b.code ? -1 : 1));
const text = rows
  .map((row) => [row.code, row.name.replace(/\s+/g, " ").trim(), row.postal_code ?? ""].join("\t"))
  .join("\n");
const packed = brotliCompressSync(text, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
await writeFile(path.join(import.meta.dirname, "regions.tsv.br"), packed);
console.log(`${rows.length} regions, ${packed.length} bytes`);
