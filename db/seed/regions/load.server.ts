import { readFile } from "node:fs/promises";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import type { PoolSql } from "../../driver.server.ts";

/**
 * Loads all regions of Indonesia (about 91,600 rows) unless they exist.
 * @returns rows loaded now
 */
export async function loadRegions(sql: PoolSql): Promise<number> {
  const [known] = await sql`select from public.regions limit 1`;
  if (known) return 0;
  const packed = await readFile(path.join(import.meta.dirname, "regions.tsv.br"));
  const rows = brotliDecompressSync(packed)
    .toString("utf8")
    .split("\n")
    .map((line) => line.split("\t"));
  const names = new Map(rows.map(([code = "", name = ""]) => [code, name]));

  const isLoaded = await sql.begin(async (tx) => {
    // Several processes may start at once.
    await tx`select pg_advisory_xact_lock(${lockKey})`;
    const [loadedMeanwhile] = await tx`select from public.regions limit 1`;
    if (loadedMeanwhile) return false;
    for (let start = 0; start < rows.length; start += rowsAtOnce) {
      const some = rows.slice(start, start + rowsAtOnce);
      await tx`
        insert into public.regions (code, name, postal_code, full_name)
        select * from unnest(${some.map(([code]) => code ?? null)}::text[], ${some.map(([, name]) => name ?? null)}::text[],
          ${some.map(([, , postalCode]) => postalCode || null)}::text[],
          ${some.map((row) => fullNameOf(row, names))}::text[])`;
    }
    return true;
  });
  if (!isLoaded) return 0;
  await sql`analyze public.regions`;
  return rows.length;
}

const lockKey = 718_245;

/** Rows of one statement: large enough that the round trip is negligible, small enough for memory. */
const rowsAtOnce = 10_000;

/** A village with its district, regency and province; null for larger regions. */
function fullNameOf(
  [code = "", name = ""]: readonly string[],
  names: ReadonlyMap<string, string>,
): string | null {
  if (code.length !== 10) return null;
  return [name, ...[6, 4, 2].map((length) => names.get(code.slice(0, length)) ?? "")].join(", ");
}
