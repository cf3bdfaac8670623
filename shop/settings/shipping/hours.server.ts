import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, violatedConstraint } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { optionalTextLine } from "#shop/kernel/text-line.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { deliveryDates, type ShopCalendar } from "./delivery-dates.ts";
import { isDay, type Translated } from "./typed-values.ts";

export interface Closure {
  readonly id: string;
  readonly version: number;
  /** `YYYY-MM-DD`, both included. */
  readonly from_day: string;
  readonly to_day: string;
  /** For buyers; may be empty. */
  readonly text: Translated;
  readonly is_past: boolean;
}

export interface Hours extends ShopCalendar {
  /** Every closure, the newest first. */
  readonly closures: readonly Closure[];
}

/** By weekday from Sunday; null is a day on which nothing ships. */
export type Week = readonly (number | null)[];

const noteLength = 120;

export const closureSchema = v.pipe(
  v.object({
    from_day: v.pipe(v.string(), v.check(isDay, "day_invalid")),
    to_day: v.pipe(v.string(), v.check(isDay, "day_invalid")),
    text: v.object({ id: optionalTextLine(noteLength), en: optionalTextLine(noteLength) }),
  }),
  v.forward(
    v.check(({ from_day, to_day }) => from_day <= to_day, "closure_days_reversed"),
    ["to_day"],
  ),
);
export type ClosureInput = v.InferOutput<typeof closureSchema>;

export type HoursProblem = "cutoffs_all_closed" | "changed_meanwhile" | "not_permitted";
export type ClosureProblem =
  | "closure_not_found"
  | "changed_meanwhile"
  | "closure_overlaps"
  | "closure_too_long"
  | "not_permitted";

export async function readHours(): Promise<Hours> {
  const [row] = await asShop()<Hours[]>`
    select s.observes_national_holidays, s.time_zone,
      array(
        select c.hour from generate_series(0, 6) d left join cutoffs c on c.weekday = d order by d
      ) as cutoffs,
      (
        select coalesce(json_agg(json_build_object('id', id, 'version', version, 'from_day', from_day,
          'to_day', to_day, 'text', text, 'is_past', to_day < (now() at time zone s.time_zone)::date)
          order by from_day desc), '[]')
        from shop_closures
      ) as closures
    from shop_settings s`;
  if (!row) throw new Error("the shop has no settings");
  return row;
}

/**
 * Saves the cut-off hours and whether national holidays count.
 * @param before what the form was loaded with; another person's change since then is refused
 */
export async function saveHours(
  actor: Person,
  before: { readonly cutoffs: Week; readonly national: boolean },
  after: { readonly cutoffs: Week; readonly national: boolean },
): Promise<Result<null, HoursProblem>> {
  if (after.cutoffs.every((hour) => hour === null)) return fail("cutoffs_all_closed");
  return asStaff<null, HoursProblem>(actor, "shipping.edit", async (sql, rollbackWith) => {
    const days = [0, 1, 2, 3, 4, 5, 6];
    // In one order, so that two people who save at once wait instead of blocking each other.
    await sql`select from cutoffs order by weekday for update`;
    const [stored] = await sql<{ cutoffs: Week; national: boolean }[]>`
      select array(select hour from cutoffs order by weekday) as cutoffs,
        observes_national_holidays as national from shop_settings for update`;
    if (JSON.stringify(stored) !== JSON.stringify(before))
      return rollbackWith(fail("changed_meanwhile"));
    await sql`
      update cutoffs c set hour = w.hour
      from unnest(${days}::int[], ${[...after.cutoffs]}::int[]) w (weekday, hour)
      where w.weekday = c.weekday and c.hour is distinct from w.hour`;
    await sql`
      update shop_settings set observes_national_holidays = ${after.national}
      where observes_national_holidays <> ${after.national}`;
    return ok(null);
  });
}

/** @param known the closure and the version that was read; null for a new one */
export async function saveClosure(
  actor: Person,
  known: { readonly id: string; readonly version: number } | null,
  input: ClosureInput,
): Promise<Result<null, ClosureProblem>> {
  try {
    return await asStaff<null, ClosureProblem>(actor, "shipping.edit", async (sql) => {
      const { from_day, to_day } = input;
      const text = sql.json({ ...input.text, en: input.text.en || input.text.id });
      const [row] = known
        ? await sql`
            update shop_closures set from_day = ${from_day}, to_day = ${to_day}, text = ${text}
            where id = ${known.id} and version = ${known.version} returning id`
        : await sql`
            insert into shop_closures (from_day, to_day, text) values (${from_day}, ${to_day}, ${text}) returning id`;
      if (row) return ok(null);
      const [exists] = await sql`select from shop_closures where id = ${known?.id ?? null}`;
      return fail(exists ? "changed_meanwhile" : "closure_not_found");
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "closure_overlaps" || constraint === "closure_too_long") {
      return fail(constraint);
    }
    throw error;
  }
}

/** A repeated call deletes once. */
export async function deleteClosure(
  actor: Person,
  id: string,
): Promise<Result<null, "not_permitted">> {
  return asStaff<null, never>(actor, "shipping.edit", async (sql) => {
    await sql`delete from shop_closures where id = ${id}`;
    return ok(null);
  });
}

/** Transits for which the page shows when an order would arrive, in working days. */
const sampleTransits = [
  { min_days: 0, max_days: 1 },
  { min_days: 1, max_days: 2 },
  { min_days: 2, max_days: 4 },
] as const;

/** When an order of a moment leaves, and when it arrives with some transits. */
export function previewDates(at: Date, calendar: ShopCalendar) {
  const { earliest: leaves } = deliveryDates(at, { min_days: 0, max_days: 0 }, calendar);
  return {
    leaves,
    arrivals: sampleTransits.map((days) => ({ ...days, ...deliveryDates(at, days, calendar) })),
  };
}
