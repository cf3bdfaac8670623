import { asShop } from "#db/client.server.ts";
import { cached, withoutProducts } from "#shop/kernel/cache.server.ts";

export interface Coverage {
  /** Kecamatan of Indonesia. */
  readonly total: number;
  readonly reached: number;
  /** Some of their kelurahan are reached. */
  readonly partly: number;
  readonly unreached: number;
  /** Kecamatan that are unreached or reached in part, by code. */
  readonly missing: readonly MissedDistrict[];
}

export interface MissedDistrict {
  readonly code: string;
  readonly name: string;
  /** Its city and province. */
  readonly within: string;
  readonly why: "no_zone" | "no_method" | "unserviceable" | "partly";
}

/**
 * Which kecamatan a method reaches: an enabled one that is no pickup and has a price in a zone there, unless the most
 * specific zone is not served. Conditions on weight, goods and payment do not count. Cached until a setting changes.
 */
export const readCoverage = cached("coverage", read, withoutProducts);

/** Each kelurahan is joined once with its five levels and with the ranges of its postcode. */
async function read(): Promise<Coverage> {
  const ranged = await readRangedPostcodes();
  const [row] = await asShop()<Coverage[]>`
    with zone as materialized (
      select z.id, z.serviceable, exists (
        select from shipping_rates r join shipping_methods m on m.id = r.method_id
        where r.zone_id = z.id and m.enabled and m.source <> 'pickup'
      ) as has_method
      from shipping_zones z
    ),
    ranged as materialized (
      select * from unnest(${ranged.map(({ postal_code }) => postal_code)}::text[],
        ${ranged.map(({ serviceable }) => serviceable)}::boolean[],
        ${ranged.map(({ has_method }) => has_method)}::boolean[]) p (postal_code, serviceable, has_method)
    ),
    village as (
      select left(r.code, 6) as district,
        coalesce(pc.serviceable, z4.serviceable, z3.serviceable, z2.serviceable, z1.serviceable, z0.serviceable)
          as serviceable,
        coalesce(pc.has_method, false) or coalesce(z4.has_method, false) or coalesce(z3.has_method, false)
          or coalesce(z2.has_method, false) or coalesce(z1.has_method, false) or coalesce(z0.has_method, false)
          as has_method
      from regions r
      left join ranged pc on pc.postal_code = r.postal_code
      left join shipping_zone_regions n4 on n4.region_code = r.code
      left join shipping_zone_regions n3 on n3.region_code = left(r.code, 6)
      left join shipping_zone_regions n2 on n2.region_code = left(r.code, 4)
      left join shipping_zone_regions n1 on n1.region_code = left(r.code, 2)
      left join shipping_zone_regions n0 on n0.region_code = ''
      left join zone z4 on z4.id = n4.zone_id
      left join zone z3 on z3.id = n3.zone_id
      left join zone z2 on z2.id = n2.zone_id
      left join zone z1 on z1.id = n1.zone_id
      left join zone z0 on z0.id = n0.zone_id
      where r.level = 4
    ),
    district as (
      select district, count(*) filter (where serviceable and has_method) as served, count(*) as villages,
        bool_or(serviceable is not null) as has_zone, bool_or(serviceable is false) as is_refused
      from village group by 1
    ),
    missed as (
      select d.district as code, k.name, concat_ws(', ', c.name, p.name) as within,
        case when d.served > 0 then 'partly' when not d.has_zone then 'no_zone'
          when d.is_refused then 'unserviceable' else 'no_method' end as why
      from district d
      join regions k on k.code = d.district
      left join regions c on c.code = left(d.district, 4)
      left join regions p on p.code = left(d.district, 2)
      where d.served < d.villages
    )
    select (select count(*)::int from district) as total,
      (select count(*)::int from district where served = villages) as reached,
      (select count(*)::int from missed where why = 'partly') as partly,
      (select count(*)::int from missed where why <> 'partly') as unreached,
      (select coalesce(json_agg(missed order by code), '[]') from missed) as missing`;
  if (!row) throw new Error("coverage has one row");
  return row;
}

interface RangedPostcode {
  readonly postal_code: string;
  /** Of the zone of the narrowest range. */
  readonly serviceable: boolean;
  /** Whether the zone of any range around it has a method. */
  readonly has_method: boolean;
}

/** The postcodes of kelurahan that lie in ranges of zones. Ranges never cross, so those around a postcode are nested. */
async function readRangedPostcodes(): Promise<readonly RangedPostcode[]> {
  const sql = asShop();
  const ranges = await sql<
    { first_code: string; last_code: string; serviceable: boolean; has_method: boolean }[]
  >`
    select p.first_code, p.last_code, z.serviceable, exists (
      select from shipping_rates r join shipping_methods m on m.id = r.method_id
      where r.zone_id = z.id and m.enabled and m.source <> 'pickup'
    ) as has_method
    from shipping_zone_postcodes p join shipping_zones z on z.id = p.zone_id
    order by p.first_code, p.last_code desc`;
  if (ranges.length === 0) return [];
  const codes = await sql<{ postal_code: string }[]>`
    select distinct postal_code from regions where postal_code is not null order by 1`;
  const found: RangedPostcode[] = [];
  // The ranges around the current postcode, the widest first.
  const around: (typeof ranges)[number][] = [];
  let next = 0;
  for (const { postal_code } of codes) {
    for (
      let range = ranges[next];
      range && range.first_code <= postal_code;
      range = ranges[++next]
    ) {
      while ((around.at(-1)?.last_code ?? range.last_code) < range.last_code) around.pop();
      around.push(range);
    }
    while (around.length > 0 && (around.at(-1)?.last_code ?? "") < postal_code) around.pop();
    const narrowest = around.at(-1);
    if (narrowest) {
      const has_method = around.some((range) => range.has_method);
      found.push({ postal_code, serviceable: narrowest.serviceable, has_method });
    }
  }
  return found;
}
