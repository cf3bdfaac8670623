import { asShop } from "#db/client.server.ts";
import { maxQueryLength, searchRegions } from "#shop/kernel/regions/regions.server.ts";
import type { Translated } from "./typed-values.ts";

/** A region in the tree, with the zone that has exactly this region. */
export interface TreeRegion {
  readonly code: string;
  readonly name: string;
  /** From its city up to its province; empty for a province. */
  readonly within: string;
  /** Whether it has regions below it. */
  readonly is_branch: boolean;
  readonly zone: { readonly id: string; readonly name: Translated } | null;
  /** Regions below it that some zone has. */
  readonly inside: number;
}

export interface RegionBranch {
  /** `''` for the provinces. */
  readonly parent: string;
  readonly regions: readonly TreeRegion[];
}

/** Codes of one level have one length; a child's code starts with its parent's. */
const lengths = [0, 2, 4, 6, 10] as const;
const maxOpen = 60;
/** Maximum found regions above a kelurahan. */
const maxFound = 20;

/** The provinces, and the children of every opened region whose parents are open too. */
export async function readRegionTree(opened: readonly string[]): Promise<readonly RegionBranch[]> {
  const parents = ["", ...new Set(opened)]
    .filter((code) => /^(|\d{2}|\d{4}|\d{6})$/.test(code))
    .slice(0, maxOpen);
  return Promise.all(
    parents.map(async (parent) => ({ parent, regions: await childrenOf(parent) })),
  );
}

async function childrenOf(parent: string): Promise<readonly TreeRegion[]> {
  const level = (lengths as readonly number[]).indexOf(parent.length) + 1;
  const digits = (lengths[level] ?? 10) - parent.length;
  // Codes of a level compare as numbers do in every collation, so the index on (level, code) finds the children.
  return asShop()<TreeRegion[]>`
    select r.code, r.name, '' as within, ${level} < 4 as is_branch,
      case when z.id is not null then json_build_object('id', z.id, 'name', z.name) end as zone,
      coalesce(i.inside, 0) as inside
    from regions r
    left join shipping_zone_regions g on g.region_code = r.code
    left join shipping_zones z on z.id = g.zone_id
    left join (
      select left(region_code, ${lengths[level] ?? 10}::int) as code, count(*)::int as inside
      from shipping_zone_regions where length(region_code) > ${lengths[level] ?? 10}::int
        and region_code collate "C" >= ${parent} and region_code collate "C" < ${`${parent}:`}
      group by 1
    ) i on i.code = r.code
    where r.level = ${level}
      and r.code between ${parent + "0".repeat(digits)} and ${parent + "9".repeat(digits)}
    order by r.name`;
}

/** Provinces, cities and kecamatan whose name has every word, then kelurahan as an address search finds them. */
export async function findTreeRegions(q: string): Promise<readonly TreeRegion[]> {
  const words = q
    .slice(0, maxQueryLength)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 6)
    .map((word) => `%${word}%`);
  if (words.join("").replaceAll("%", "").length < 2) return [];
  const sql = asShop();
  const hits = await searchRegions(q);
  const rows = await sql<TreeRegion[]>`
    with found as (
      select code, name from (
        select r.code, r.name from regions r
        where r.level <= 3 and concat_ws(' ', r.name, (
          select string_agg(p.name, ' ') from regions p
          where p.level < r.level and p.code in (left(r.code, 2), left(r.code, 4))
        )) ilike all (${words}::text[])
        and r.name ilike any (${words}::text[])
        order by r.level, r.name limit ${maxFound}
      ) above
      union all
      select code, name from regions where code = any (${hits.map(({ code }) => code)}::text[])
    )
    select f.code, f.name, concat_ws(', ', k.name, c.name, p.name) as within, length(f.code) < 10 as is_branch,
      case when z.id is not null then json_build_object('id', z.id, 'name', z.name) end as zone, 0 as inside
    from found f
    left join regions k on k.code = left(f.code, 6) and length(f.code) > 6
    left join regions c on c.code = left(f.code, 4) and length(f.code) > 4
    left join regions p on p.code = left(f.code, 2) and length(f.code) > 2
    left join shipping_zone_regions g on g.region_code = f.code
    left join shipping_zones z on z.id = g.zone_id
    order by length(f.code), f.name`;
  return rows;
}

/** Names of region codes with what they lie in, for regions that are chosen and not stored. */
export async function nameRegions(
  codes: readonly string[],
): Promise<readonly { readonly code: string; readonly name: string }[]> {
  const wanted = codes.filter((code) => code !== "");
  if (wanted.length === 0) return [];
  return asShop()<{ code: string; name: string }[]>`
    select r.code, concat_ws(', ', r.name, k.name, c.name, p.name) as name
    from regions r
    left join regions k on k.code = left(r.code, 6) and length(r.code) > 6
    left join regions c on c.code = left(r.code, 4) and length(r.code) > 4
    left join regions p on p.code = left(r.code, 2) and length(r.code) > 2
    where r.code = any (${wanted}::text[]) order by r.code`;
}
