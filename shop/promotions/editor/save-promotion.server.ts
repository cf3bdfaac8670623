import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { type RollbackWith, type Sql, violatedConstraint } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { type ShopTimeZone, shopInstant } from "#shop/kernel/time-zones.ts";
import {
  type PromotionFields,
  type PromotionSave,
  promotionFieldsSchema,
} from "#shop/promotions/promotion-input.ts";
import { lockPromotionFields } from "#shop/promotions/read-promotion-fields.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { isFresh } from "#shop/staff/fresh-session.server.ts";
import { isSame, mergeThreeWay } from "#shop/staff/three-way.ts";
import { type UnknownPart, unknownPart } from "./unknown-part.server.ts";

/** Names of the constraints that an invalid promotion violates. */
const refusals = [
  "promotion_value_invalid",
  "promotion_class_type",
  "promotion_allocation_class",
  "promotion_ends_before_start",
  "promotion_category_unknown",
  "promotion_archived_enabled",
  "promo_code_invalid",
] as const;

export type SavePromotionProblem =
  | { readonly code: "not_found" | "not_permitted" | "reauthentication_needed" | UnknownPart }
  | { readonly code: (typeof refusals)[number] }
  /** The codes belong to another promotion, `promotion` by name. */
  | { readonly code: "promo_code_taken"; readonly promo_code: string; readonly promotion: string }
  /** Two changes that fit each alone contradict each other. `problems`: a code for each field. */
  | {
      readonly code: "promotion_contradictory";
      readonly problems: Readonly<Record<string, string>>;
    }
  | {
      readonly code: "changed_meanwhile";
      readonly version: number;
      /** The fields as they are stored now, and those that both people changed. */
      readonly theirs: PromotionFields;
      readonly conflicts: readonly (keyof PromotionFields)[];
    };
type Saved = Result<{ id: string; version: number }, SavePromotionProblem>;

/**
 * Staff with the permission and a recent reauthentication: creates or changes a promotion with its typed codes. Dates are
 * in the shop's time zone; the end is the last minute that counts. Codes missing from the input are disabled; their uses
 * stay counted. Fields that somebody else changed meanwhile and the actor did not stay as they are; fields that both
 * changed refuse the save.
 */
export async function savePromotion(actor: Person, input: PromotionSave): Promise<Saved> {
  try {
    return await asStaff<{ id: string; version: number }, SavePromotionProblem>(
      actor,
      "promos.edit",
      async (sql, rollbackWith) => {
        if (!(await isFresh(sql, actor))) return fail({ code: "reauthentication_needed" });
        return save(sql, actor, input, rollbackWith);
      },
      { code: "not_permitted" },
    );
  } catch (error) {
    const constraint = violatedConstraint(error);
    const code = refusals.find((name) => name === constraint);
    if (code) return fail({ code });
    throw error;
  }
}

async function save(
  sql: Sql,
  actor: Person,
  { id, version, before, after }: PromotionSave,
  rollbackWith: RollbackWith<Saved>,
): Promise<Saved> {
  const stored = await lockPromotionFields(sql, id);
  if (!stored && version > 0) return fail({ code: "not_found" });
  const { merged, conflicts } =
    !stored || stored.version === version
      ? { merged: after, conflicts: [] }
      : mergeThreeWay<PromotionFields>(before ?? after, stored.fields, after);
  if (stored && conflicts.length > 0) {
    const { version: theirVersion, fields: theirs } = stored;
    return fail({ code: "changed_meanwhile", version: theirVersion, theirs, conflicts });
  }
  // A repeated request, or a save without changes.
  if (stored && isSame(merged, stored.fields)) return ok({ id, version: stored.version });
  const written = await writePromotion(sql, id, merged, {
    before: stored?.fields,
    actorId: actor.id,
  });
  if (!written.ok) return written;
  const taken = await writeCodes(sql, id, merged.codes);
  if (taken) rollbackWith(fail({ code: "promo_code_taken", ...taken }));
  const [saved] = await sql<{ version: number }[]>`select version from promotions where id = ${id}`;
  return ok({ id, version: saved?.version ?? 1 });
}

/** Names of the constraints of the database that `writePromotion` can violate. */
export const promotionRefusals: readonly string[] = refusals;

/**
 * Writes what staff decide about a promotion, without its codes; the caller has locked it and checked the permission
 * `promos.edit`.
 * @param before what is stored; undefined for a new promotion
 */
export async function writePromotion(
  sql: Sql,
  id: string,
  fields: PromotionFields,
  { before, actorId }: { readonly before: PromotionFields | undefined; readonly actorId: string },
): Promise<
  Result<
    null,
    | Extract<SavePromotionProblem, { readonly code: "promotion_contradictory" }>
    | { readonly code: UnknownPart }
  >
> {
  const problems = contradictions(fields);
  if (problems) return fail({ code: "promotion_contradictory", problems });
  const unknown = await unknownPart(sql, fields);
  if (unknown) return fail({ code: unknown });
  await writeFields(sql, id, fields, before, actorId);
  return ok(null);
}

function contradictions(fields: PromotionFields): Record<string, string> | undefined {
  const checked = v.safeParse(promotionFieldsSchema, fields);
  if (checked.success) return undefined;
  const all = checked.issues.map(
    (issue) => [v.getDotPath(issue) ?? "form", issue.message] as const,
  );
  return Object.fromEntries(all.reverse());
}

/** @param author of a new promotion */
async function writeFields(
  sql: Sql,
  id: string,
  fields: PromotionFields,
  before: PromotionFields | undefined,
  author: string,
): Promise<void> {
  const { codes: _, starts_at, ends_at, name, ...rest } = fields;
  const { category_ids, excluded_category_ids, reward_category_ids, ...plain } = rest;
  const [shop] = await sql<{ time_zone: ShopTimeZone }[]>`select time_zone from shop_settings`;
  if (!shop) throw new Error("the shop has no settings row");
  const at = (moment: string | null) =>
    moment === null ? null : shopInstant(moment, shop.time_zone);
  const end = at(ends_at);
  const row = {
    ...plain,
    name: sql.json(name),
    // A moment that was not changed keeps its seconds, e.g. that of a promotion that staff ended.
    ...(before?.starts_at === starts_at ? {} : { starts_at: at(starts_at) }),
    ...(before?.ends_at === ends_at
      ? {}
      : { ends_at: end && new Date(end.getTime() + lastMinuteMs) }),
  };
  if (before) await sql`update promotions set ${sql(row)} where id = ${id}`;
  else await sql`insert into promotions ${sql({ id, created_by: author, ...row })}`;
  for (const [use, categories] of [
    ["included", category_ids],
    ["excluded", excluded_category_ids],
    ["reward", reward_category_ids],
  ] as const) {
    await sql`
      delete from promotion_categories
      where promotion_id = ${id} and use = ${use} and category_id <> all (${[...categories]}::uuid[])`;
    await sql`
      insert into promotion_categories (promotion_id, use, category_id)
      select ${id}::uuid, ${use}, category from unnest(${[...categories]}::uuid[]) category
      on conflict do nothing`;
  }
}

/** From the beginning of a minute to its last millisecond. */
const lastMinuteMs = 59_999;

/** @returns the first code that another promotion has, and its name */
async function writeCodes(
  sql: Sql,
  id: string,
  codes: readonly string[],
): Promise<{ promo_code: string; promotion: string } | undefined> {
  const wanted = [...codes];
  await sql`
    update promo_codes set active = code = any (${wanted})
    where promotion_id = ${id} and not single_use and active <> (code = any (${wanted}))`;
  await sql`
    insert into promo_codes (code, promotion_id) select code, ${id} from unnest(${wanted}::text[]) code
    on conflict (code) do nothing`;
  const [other] = await sql<{ promo_code: string; promotion: string }[]>`
    select c.code as promo_code, p.name ->> 'id' as promotion
    from promo_codes c join promotions p on p.id = c.promotion_id
    where c.code = any (${wanted}) and (c.promotion_id <> ${id} or c.single_use) order by c.code limit 1`;
  return other;
}
