import { asVisitor } from "#db/client.server.ts";
import type { RegionHit } from "./region.ts";
import { shortPlace } from "./short-place.ts";

/** Longer searches are cut, because matching time grows with the length. */
export const maxQueryLength = 80;

/**
 * Finds kelurahan and desa by any of their names or the postal code, for the search box of an address: `sukajadi
 * bandung`, `40162`. Every word matches the beginning of a word. At most ten hits.
 */
export async function searchRegions(q: string): Promise<RegionHit[]> {
  const words = q
    .slice(0, maxQueryLength)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 6);
  if (words.join("").length < 3) return [];
  const query = words.map((word) => `${word}:*`).join(" & ");
  const first = `${words[0]}%`;
  const sql = asVisitor();
  const rows = await sql<{ code: string; full_name: string; postal_code: string | null }[]>`
    select code, full_name, postal_code from regions
    where full_name is not null and search @@ to_tsquery('simple', ${query})
    -- A kecamatan that starts with the first word, then a kelurahan, then anything else.
    order by (lower(split_part(full_name, ', ', 2)) like ${first}) desc, (lower(name) like ${first}) desc,
      full_name
    limit 10`;
  return rows.map((row) => ({
    code: row.code,
    label: [shortPlace(row.full_name), row.postal_code].filter(Boolean).join(" "),
    postal_code: row.postal_code ?? "",
  }));
}
