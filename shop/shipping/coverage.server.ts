import { asShop } from "#db/client.server.ts";
import { cached } from "#shop/catalogue/cache.server.ts";

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
export const readCoverage = cached("coverage", read);

/**
 * Each kelurahan is looked up at its five levels and by its postcode, with one hash join each, so the time does not
 * depend on how many regions the zones name.
 */
async function read(): Promise<Coverage> {
  const [row] = await asShop()<Coverage[]>`
    with zone as materialized (
      select z.id, z.serviceable, exists (
        select from shipping_rates r join shipping_methods m on m.id = r.method_id
        where r.zone_id = z.id and m.enabled and m.source <> 'pickup'
      ) as has_method
      from shipping_zones z
    ),
    node as materialized (
      select g.region_code as code, z.serviceable, z.has_method
      from shipping_zone_regions g join zone z on z.id = g.zone_id
    ),
    postcode as materialized (
      select k.postal_code, bool_or(z.has_method) as has_method,
        (array_agg(z.serviceable order by p.last_code::int - p.first_code::int))[1] as serviceable
      from (select distinct postal_code from regions where postal_code is not null) k
      join shipping_zone_postcodes p on k.postal_code between p.first_code and p.last_code
      join zone z on z.id = p.zone_id group by 1
    ),
    village as (
      select left(r.code, 6) as district,
        coalesce(pc.serviceable, n4.serviceable, n3.serviceable, n2.serviceable, n1.serviceable, n0.serviceable)
          as serviceable,
        coalesce(pc.has_method, false) or coalesce(n4.has_method, false) or coalesce(n3.has_method, false)
          or coalesce(n2.has_method, false) or coalesce(n1.has_method, false) or coalesce(n0.has_method, false)
          as has_method
      from regions r
      left join postcode pc on pc.postal_code = r.postal_code
      left join node n4 on n4.code = r.code
      left join node n3 on n3.code = left(r.code, 6)
      left join node n2 on n2.code = left(r.code, 4)
      left join node n1 on n1.code = left(r.code, 2)
      left join node n0 on n0.code = ''
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
