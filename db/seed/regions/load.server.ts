import { readFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { brotliDecompressSync } from "node:zlib";
import type postgres from "postgres";

/** Loads all regions of Indonesia (about 91,600 rows) unless they are there. @returns rows loaded now */
export async function loadRegions(sql: postgres.Sql): Promise<number> {
  const [known] = await sql`select from public.regions limit 1`;
  if (known) return 0;
  const packed = await readFile(path.join(import.meta.dirname, "regions.tsv.br"));
  const rows = brotliDecompressSync(packed)
    .toString("utf8")
    .split("\n")
    .map((line) => line.split("\t"));
  const names = new Map(rows.map(([code = "", name = ""]) => [code, name]));

  await sql.begin(async (tx) => {
    const copy = await tx`
      copy public.regions (code, name, postal_code, full_name) from stdin`.writable();
    await pipeline(Readable.from(copyLines(rows, names)), copy);
  });
  await sql`analyze public.regions`;
  return rows.length;
}

/** PostgreSQL's text format of COPY: tabs between, `\N` for null. The names hold no tab and no backslash. */
function* copyLines(
  rows: readonly string[][],
  names: ReadonlyMap<string, string>,
): Generator<string> {
  let chunk = "";
  for (const [code = "", name = "", postalCode = ""] of rows) {
    const fullName =
      code.length === 10
        ? [name, ...[6, 4, 2].map((length) => names.get(code.slice(0, length)) ?? "")].join(", ")
        : "\\N";
    chunk += `${code}\t${name}\t${postalCode || "\\N"}\t${fullName}\n`;
    if (chunk.length > 65_536) {
      yield chunk;
      chunk = "";
    }
  }
  yield chunk;
}
