import { asShop, type SqlFragment } from "#db/client.server.ts";

const maxHits = 10;

/** A kabupaten, a city or a kecamatan. */
export interface Area {
  readonly value: string;
  /** With the places around it: `Coblong, Kota Bandung, Jawa Barat`. */
  readonly label: string;
}

/** Finds kabupaten, cities and kecamatan by a part of their name, the larger places first. */
export async function searchAreas(q: string): Promise<readonly Area[]> {
  const wanted = q.trim().toLowerCase();
  if (wanted.length < 2) return [];
  const sql = asShop();
  return named(sql`
    where a.level in (2, 3) and strpos(lower(a.name), ${wanted}) > 0
    order by a.level, strpos(lower(a.name), ${wanted}), a.name, a.code limit ${maxHits}`);
}

/** The names of areas, by code. */
export async function nameAreas(codes: readonly string[]): Promise<readonly Area[]> {
  if (codes.length === 0) return [];
  const sql = asShop();
  return named(sql`where a.code = any (${[...new Set(codes)]}) order by a.code`);
}

function named(which: SqlFragment): Promise<readonly Area[]> {
  return asShop()<Area[]>`
    select a.code as value, concat_ws(', ', a.name,
      case when a.level = 3 then (select c.name from regions c where c.code = left(a.code, 4)) end,
      (select p.name from regions p where p.code = left(a.code, 2))) as label
    from regions a ${which}`;
}
