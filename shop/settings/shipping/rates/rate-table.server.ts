import { fail, ok, type Result } from "#base/result.ts";
import { asShop, type Sql, violatedConstraint } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { maxPrice, type Translated } from "#shop/settings/shipping/typed-values.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import type { RateInput } from "./rate-input.ts";

/** The price of a method in a zone, as staff edit it. */
export interface Rate extends RateInput {
  readonly method_id: string;
  readonly zone_id: string;
  readonly version: number;
}

/** A cell of the table of methods and zones. */
export interface RateKey {
  readonly method_id: string;
  readonly zone_id: string;
}

export interface NamedCell extends RateKey {
  readonly method: Translated;
  readonly zone: Translated;
  readonly source: "table" | "live" | "pickup";
}

export type RateProblem = "rate_not_found" | "changed_meanwhile" | "not_permitted";

export async function listRates(sql: Sql = asShop()): Promise<readonly Rate[]> {
  return sql<Rate[]>`
    select method_id, zone_id, version, pricing, first_kg, next_kg, flat_price, percent, tiers, min_days, max_days,
      free_from, max_subsidy
    from shipping_rates order by method_id, zone_id`;
}

/** The cell with its rate, null when the method has no price in the zone. Undefined without such a method or zone. */
export async function findRate({
  method_id,
  zone_id,
}: RateKey): Promise<{ cell: NamedCell; rate: Rate | null } | undefined> {
  const [cell] = await asShop()<NamedCell[]>`
    select m.id as method_id, z.id as zone_id, m.name as method, z.name as zone, m.source
    from shipping_methods m, shipping_zones z where m.id = ${method_id} and z.id = ${zone_id}`;
  if (!cell) return undefined;
  const rates = await listRates();
  const rate = rates.find((row) => row.method_id === method_id && row.zone_id === zone_id);
  return { cell, rate: rate ?? null };
}

/** @param version what was read; 0 for a method that has no price in the zone yet */
export async function saveRate(
  actor: Person,
  key: RateKey,
  version: number,
  input: RateInput,
): Promise<Result<{ version: number }, RateProblem>> {
  try {
    return await asStaff<{ version: number }, RateProblem>(actor, "shipping.edit", (sql) =>
      writeRate(sql, key, version, input),
    );
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "shipping_rates_pkey") return fail("changed_meanwhile");
    if (constraint?.startsWith("shipping_rates_") && constraint.endsWith("_fkey")) {
      return fail("rate_not_found");
    }
    throw error;
  }
}

/** The writes of `saveRate`. It writes nothing after a problem. */
export async function writeRate(
  sql: Sql,
  key: RateKey,
  version: number,
  input: RateInput,
): Promise<Result<{ version: number }, RateProblem>> {
  const facts = { ...input, tiers: sql.json(input.tiers.map((tier) => ({ ...tier }))) };
  const [rate] =
    version === 0
      ? await sql<{ version: number }[]>`
          insert into shipping_rates ${sql({ ...key, ...facts })} returning version`
      : await sql<{ version: number }[]>`
          update shipping_rates set ${sql(facts)}
          where method_id = ${key.method_id} and zone_id = ${key.zone_id} and version = ${version} returning version`;
  if (rate) return ok(rate);
  const [exists] = await sql`
    select from shipping_rates where method_id = ${key.method_id} and zone_id = ${key.zone_id}`;
  return fail(exists ? "changed_meanwhile" : "rate_not_found");
}

export function deleteRate(
  actor: Person,
  key: RateKey,
  version: number,
): Promise<Result<null, RateProblem>> {
  return asStaff<null, RateProblem>(actor, "shipping.edit", (sql) => eraseRate(sql, key, version));
}

/** The write of `deleteRate`. A rate that does not exist is deleted already. */
export async function eraseRate(
  sql: Sql,
  { method_id, zone_id }: RateKey,
  version: number,
): Promise<Result<null, RateProblem>> {
  const [gone] = await sql`
    delete from shipping_rates where method_id = ${method_id} and zone_id = ${zone_id} and version = ${version}
    returning version`;
  if (gone) return ok(null);
  const [exists] = await sql`
    select from shipping_rates where method_id = ${method_id} and zone_id = ${zone_id}`;
  return exists ? fail("changed_meanwhile") : ok(null);
}

/**
 * Copies every rate of a zone to another one.
 * @param replaces whether rates that the other zone has are replaced; otherwise they stay
 * @returns how many rates were written
 */
export async function copyRates(
  actor: Person,
  from: string,
  to: string,
  replaces: boolean,
): Promise<Result<{ written: number }, "zone_not_found" | "same_zone" | "not_permitted">> {
  if (from === to) return fail("same_zone");
  return asStaff<{ written: number }, "zone_not_found">(actor, "shipping.edit", async (sql) => {
    const zones =
      await sql`select id from shipping_zones where id in ${sql([from, to])} for key share`;
    if (zones.length < 2) return fail("zone_not_found");
    const written = await sql`
      insert into shipping_rates (method_id, zone_id, pricing, first_kg, next_kg, flat_price, percent, tiers, min_days,
        max_days, free_from, max_subsidy)
      select method_id, ${to}, pricing, first_kg, next_kg, flat_price, percent, tiers, min_days, max_days, free_from,
        max_subsidy
      from shipping_rates where zone_id = ${from}
      on conflict (method_id, zone_id) do update set pricing = excluded.pricing, first_kg = excluded.first_kg,
        next_kg = excluded.next_kg, flat_price = excluded.flat_price, percent = excluded.percent,
        tiers = excluded.tiers, min_days = excluded.min_days, max_days = excluded.max_days,
        free_from = excluded.free_from, max_subsidy = excluded.max_subsidy
      where ${replaces}
      returning method_id`;
    return ok({ written: written.length });
  });
}

export interface RateChange {
  /** Null: every zone. */
  readonly zone_id: string | null;
  /** Null: every method. */
  readonly method_id: string | null;
  /** From -90 to 500, not 0. */
  readonly percent: number;
  /** Whole rupiah that every changed price is a multiple of. */
  readonly rounding: number;
}

export interface ChangedRate extends RateKey {
  readonly before: Rate;
  readonly after: Rate;
}

/**
 * Raises or lowers the prices of many rates by a percentage.
 * @param expected the versions that the preview showed; null only previews, and writes nothing
 */
export async function changeRates(
  actor: Person,
  change: RateChange,
  expected: readonly (RateKey & { readonly version: number })[] | null,
): Promise<
  Result<readonly ChangedRate[], "amount_too_high" | "changed_meanwhile" | "not_permitted">
> {
  return asStaff<readonly ChangedRate[], "amount_too_high" | "changed_meanwhile">(
    actor,
    expected ? "shipping.edit" : "shipping.read",
    async (sql) => {
      if (expected) await sql`lock table shipping_rates in share row exclusive mode`;
      const chosen = (await listRates(sql)).filter(
        ({ method_id, zone_id }) =>
          (change.method_id === null || change.method_id === method_id) &&
          (change.zone_id === null || change.zone_id === zone_id),
      );
      const changed = chosen
        .map((before) => ({
          method_id: before.method_id,
          zone_id: before.zone_id,
          before,
          after: changedRate(before, change),
        }))
        .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
      if (changed.some(({ after }) => pricesOf(after).some((price) => price > maxPrice))) {
        return fail("amount_too_high");
      }
      if (expected === null) return ok(changed);
      const isSame =
        expected.length === changed.length &&
        changed.every(({ before }) =>
          expected.some(
            (key) =>
              key.method_id === before.method_id &&
              key.zone_id === before.zone_id &&
              key.version === before.version,
          ),
        );
      if (!isSame) return fail("changed_meanwhile");
      for (const { before, after } of changed) {
        const { method_id, zone_id, version, ...input } = after;
        await writeRate(sql, { method_id, zone_id }, before.version, input);
      }
      return ok(changed);
    },
  );
}

/** The rate with each price changed by the percentage and rounded; a price of zero stays. */
function changedRate(rate: Rate, { percent, rounding }: RateChange): Rate {
  const change = (price: Rupiah) =>
    Math.round((price * (100 + percent)) / (100 * rounding)) * rounding;
  return {
    ...rate,
    first_kg: change(rate.first_kg),
    next_kg: change(rate.next_kg),
    flat_price: change(rate.flat_price),
    tiers: rate.tiers.map(({ up_to, price }) => ({ up_to, price: change(price) })),
  };
}

function pricesOf(rate: Rate): readonly Rupiah[] {
  return [rate.first_kg, rate.next_kg, rate.flat_price, ...rate.tiers.map(({ price }) => price)];
}
