import { fail, ok, type Result } from "#base/result.ts";
import { asShop, type Sql, violatedConstraint } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { Translated } from "#shop/settings/shipping/typed-values.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import type { PostcodeRange, ZoneInput } from "./zone-input.ts";

/** A zone in the list. */
export interface ZoneRow {
  readonly id: string;
  readonly name: Translated;
  readonly cash_on_delivery: boolean;
  readonly serviceable: boolean;
  /** Whether it is the rest of Indonesia. */
  readonly is_rest: boolean;
  /** Regions by level from province to kelurahan. */
  readonly regions: readonly [number, number, number, number];
  readonly postcodes: number;
  /** Enabled methods with a price here. */
  readonly methods: number;
}

export interface ZoneRegion {
  /** `''` is the rest of Indonesia. */
  readonly code: string;
  /** From the region itself up to its province. */
  readonly name: string;
}

export interface Zone {
  readonly id: string;
  readonly version: number;
  readonly name: Translated;
  readonly cash_on_delivery: boolean;
  readonly serviceable: boolean;
  readonly regions: readonly ZoneRegion[];
  readonly postcodes: readonly PostcodeRange[];
  /** Rates that go with the zone when it is deleted. */
  readonly rates: number;
}

/** A region or a range of postcodes that another zone has. */
export interface TakenPlace {
  /** A region code, or `40111-40119`. */
  readonly code: string;
  readonly name: string;
  readonly zone: Translated;
}

export interface ZoneProblem {
  readonly code:
    | "zone_not_found"
    | "changed_meanwhile"
    | "region_unknown"
    | "places_taken"
    | "zone_postcodes_cross"
    | "catch_all_in_use"
    | "not_permitted";
  /** Places that the caller may take over by naming them. */
  readonly taken?: readonly TakenPlace[];
}

/** Maximum taken places that one answer lists. */
const maxListed = 50;

export async function listZones(): Promise<readonly ZoneRow[]> {
  return asShop()<ZoneRow[]>`
    select z.id, z.name, z.cash_on_delivery, z.serviceable,
      exists (select from shipping_zone_regions where zone_id = z.id and region_code = '') as is_rest,
      (
        select array[count(*) filter (where length(region_code) = 2), count(*) filter (where length(region_code) = 4),
          count(*) filter (where length(region_code) = 6), count(*) filter (where length(region_code) = 10)]::int[]
        from shipping_zone_regions where zone_id = z.id
      ) as regions,
      (select count(*)::int from shipping_zone_postcodes where zone_id = z.id) as postcodes,
      (
        select count(*)::int from shipping_rates r join shipping_methods m on m.id = r.method_id and m.enabled
        where r.zone_id = z.id
      ) as methods
    from shipping_zones z order by z.position, z.id`;
}

export async function findZone(id: string, sql: Sql = asShop()): Promise<Zone | undefined> {
  const [zone] = await sql<Zone[]>`
    select z.id, z.version, z.name, z.cash_on_delivery, z.serviceable,
      (
        select coalesce(json_agg(json_build_object('code', g.region_code,
          'name', concat_ws(', ', r.name, k.name, c.name, p.name)) order by g.region_code), '[]')
        from shipping_zone_regions g
        left join regions r on r.code = g.region_code
        left join regions k on k.code = left(g.region_code, 6) and length(g.region_code) > 6
        left join regions c on c.code = left(g.region_code, 4) and length(g.region_code) > 4
        left join regions p on p.code = left(g.region_code, 2) and length(g.region_code) > 2
        where g.zone_id = z.id
      ) as regions,
      (
        select coalesce(json_agg(json_build_object('first_code', first_code, 'last_code', last_code)
          order by first_code, last_code), '[]')
        from shipping_zone_postcodes where zone_id = z.id
      ) as postcodes,
      (select count(*)::int from shipping_rates where zone_id = z.id) as rates
    from shipping_zones z where z.id = ${id}`;
  return zone;
}

/**
 * Creates a zone, or saves one. A region or range of postcodes is in one zone at most: one that another zone has is
 * refused with its name unless `moved` names it; it then changes over, and the other zone's version rises.
 * @param known the zone and the version that was read; null for a new zone
 */
export async function saveZone(
  actor: Person,
  known: { readonly id: string; readonly version: number } | null,
  input: ZoneInput,
  moved: readonly string[],
): Promise<Result<{ id: string; version: number }, ZoneProblem>> {
  return guarded(() =>
    asStaff<{ id: string; version: number }, ZoneProblem>(
      actor,
      "shipping.edit",
      (sql) => writeZone(sql, known, input, moved),
      { code: "not_permitted" },
    ),
  );
}

/** The writes of `saveZone`. After a problem the caller undoes them. */
export async function writeZone(
  sql: Sql,
  known: { readonly id: string; readonly version: number } | null,
  input: ZoneInput,
  moved: readonly string[],
): Promise<Result<{ id: string; version: number }, ZoneProblem>> {
  // One change of zones at a time: two at once could not see each other's regions. Readers do not wait.
  await sql`lock table shipping_zones, shipping_zone_regions, shipping_zone_postcodes in share row exclusive mode`;
  const facts = {
    name: sql.json({ ...input.name }),
    cash_on_delivery: input.cash_on_delivery,
    serviceable: input.serviceable,
  };
  const [zone] = known
    ? await sql<{ id: string; version: number }[]>`
        update shipping_zones set ${sql(facts)}
        where id = ${known.id} and version = ${known.version} returning id, version`
    : await sql<{ id: string; version: number }[]>`
        insert into shipping_zones (name, cash_on_delivery, serviceable, position)
        select ${facts.name}::jsonb, ${facts.cash_on_delivery}, ${facts.serviceable},
          coalesce(max(position) + 1, 0) from shipping_zones returning id, version`;
  if (!zone) {
    const [exists] = await sql`select from shipping_zones where id = ${known?.id ?? null}`;
    return fail({ code: exists ? "changed_meanwhile" : "zone_not_found" });
  }
  const codes = input.regions as string[];
  const [unknown] = await sql`
    select from unnest(${codes}::text[]) c (code)
    where code <> '' and not exists (select from regions r where r.code = c.code) limit 1`;
  if (unknown) return fail({ code: "region_unknown" });
  const firsts = input.postcodes.map(({ first_code }) => first_code);
  const lasts = input.postcodes.map(({ last_code }) => last_code);
  const taken = await sql<(TakenPlace & { zone_id: string })[]>`
    select t.code, t.name, t.zone_id, z.name as zone from (
      select g.region_code as code, coalesce(r.name, '') as name, g.zone_id
      from shipping_zone_regions g left join regions r on r.code = g.region_code
      where g.region_code = any (${codes}::text[]) and g.zone_id <> ${zone.id}
      union all
      select first_code || '-' || last_code, first_code || '–' || last_code, zone_id
      from shipping_zone_postcodes
      where (first_code, last_code) in (select * from unnest(${firsts}::text[], ${lasts}::text[]))
        and zone_id <> ${zone.id}
    ) t join shipping_zones z on z.id = t.zone_id order by t.code`;
  if (taken.some(({ code }) => !moved.includes(code))) {
    const listed = taken.slice(0, maxListed).map(({ code, name, zone: other }) => ({
      code,
      name,
      zone: other,
    }));
    return fail({ code: "places_taken", taken: listed });
  }
  await sql`
    delete from shipping_zone_regions where zone_id = ${zone.id} and region_code <> all (${codes}::text[])`;
  await sql`
    delete from shipping_zone_postcodes where zone_id = ${zone.id}
      and (first_code, last_code) not in (select * from unnest(${firsts}::text[], ${lasts}::text[]))`;
  await sql`
    insert into shipping_zone_regions (zone_id, region_code)
    select ${zone.id}, code from unnest(${codes}::text[]) code
    on conflict (region_code) do update set zone_id = excluded.zone_id
      where shipping_zone_regions.zone_id <> excluded.zone_id`;
  await sql`
    insert into shipping_zone_postcodes (zone_id, first_code, last_code)
    select ${zone.id}, * from unnest(${firsts}::text[], ${lasts}::text[])
    on conflict on constraint zone_postcodes_taken do update set zone_id = excluded.zone_id
      where shipping_zone_postcodes.zone_id <> excluded.zone_id`;
  const losers = [...new Set(taken.map(({ zone_id }) => zone_id))];
  if (losers.length > 0) {
    await sql`update shipping_zones set name = name where id in ${sql(losers)}`;
  }
  return ok(zone);
}

/** Deletes a zone with its prices. The rest of Indonesia stays while it has prices. */
export async function deleteZone(
  actor: Person,
  id: string,
  version: number,
): Promise<Result<null, ZoneProblem>> {
  return guarded(() =>
    asStaff<null, ZoneProblem>(
      actor,
      "shipping.edit",
      async (sql) => {
        const [gone] = await sql`
        delete from shipping_zones where id = ${id} and version = ${version} returning id`;
        if (gone) return ok(null);
        const [exists] = await sql`select from shipping_zones where id = ${id}`;
        return exists ? fail({ code: "changed_meanwhile" }) : ok(null);
      },
      { code: "not_permitted" },
    ),
  );
}

async function guarded<T>(
  work: () => Promise<Result<T, ZoneProblem>>,
): Promise<Result<T, ZoneProblem>> {
  try {
    return await work();
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "zone_postcodes_cross" || constraint === "catch_all_in_use") {
      return fail({ code: constraint });
    }
    throw error;
  }
}
