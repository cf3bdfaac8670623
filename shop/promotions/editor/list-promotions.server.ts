import type { LocalText } from "#base/language.ts";
import { ok, type Result } from "#base/result.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import { textMatch } from "#shop/catalogue/search.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { countEach } from "#shop/kernel/newest-first.server.ts";
import type { ShopTimeZone } from "#shop/kernel/time-zones.ts";
import { normaliseCode } from "#shop/promotions/promotion.ts";
import type { PromotionFields } from "#shop/promotions/promotion-input.ts";
import type { PromotionNames } from "#shop/promotions/promotion-sentence.ts";
import { readPromotionFields } from "#shop/promotions/read-promotion-fields.server.ts";
import {
  type Column,
  choiceColumn,
  compileFilter,
  momentColumn,
  numberColumn,
  stateColumn,
} from "#shop/staff/filters/compile.server.ts";
import { printFilter } from "#shop/staff/filters/filter.ts";
import {
  type filterTooWide,
  readKeyset,
  readList,
  type SortKey,
} from "#shop/staff/filters/read-list.server.ts";
import type { PromotionField } from "./promotion-fields.ts";
import {
  type PromotionFilter,
  type PromotionState,
  promotionsPerPage,
  promotionTabs,
} from "./promotion-filter.ts";
import { readPromotionNames } from "./read-promotion-names.server.ts";

export interface PromotionRow {
  readonly id: string;
  readonly state: PromotionState;
  readonly name: LocalText;
  readonly fields: PromotionFields;
  readonly used: number;
  /** Discounts so far. */
  readonly spent: Rupiah;
  /** Typed codes that work. */
  readonly codes: readonly string[];
  /** Single-use codes that were made in batches. */
  readonly batch_codes: number;
}

export interface PromotionList {
  readonly promotions: readonly PromotionRow[];
  readonly names: PromotionNames;
  readonly time_zone: ShopTimeZone;
  /** Null when other filters are set. */
  readonly counts: Readonly<Record<PromotionState, number>> | null;
  /** The id to continue after, and the one to go back before; null at the ends. */
  readonly after: string | null;
  readonly before: string | null;
}

const isExhausted = (sql: Sql) =>
  sql`(coalesce(p.used >= p.usage_limit, false) or coalesce(p.spent >= p.budget, false))`;
const hasEnded = (sql: Sql) => sql`coalesce(p.ends_at, 'infinity') < now()`;
const isOpen = (sql: Sql) =>
  sql`p.enabled and coalesce(p.ends_at, 'infinity') >= now() and not ${isExhausted(sql)}`;

/** Each promotion is in exactly one view. */
const conditions: Readonly<Record<PromotionState, (sql: Sql) => SqlFragment>> = {
  archived: (sql) => sql`not p.enabled and p.archived_at is not null`,
  off: (sql) => sql`not p.enabled and p.archived_at is null`,
  ended: (sql) => sql`p.enabled and ${hasEnded(sql)}`,
  exhausted: (sql) =>
    sql`p.enabled and (p.usage_limit is not null or p.budget is not null)
      and coalesce(p.ends_at, 'infinity') >= now() and ${isExhausted(sql)}`,
  scheduled: (sql) => sql`${isOpen(sql)} and p.starts_at > now()`,
  active: (sql) => sql`${isOpen(sql)} and coalesce(p.starts_at, '-infinity') <= now()`,
};

/** The state of a promotion `p` in SQL. */
export function stateOf(sql: Sql): SqlFragment {
  return sql`case
    when p.archived_at is not null then 'archived'
    when not p.enabled then 'off'
    when ${hasEnded(sql)} then 'ended'
    when ${isExhausted(sql)} then 'exhausted'
    when p.starts_at > now() then 'scheduled'
    else 'active' end`;
}

const columns: Readonly<Record<PromotionField, Column>> = {
  state: stateColumn(conditions),
  type: choiceColumn((sql) => sql`p.type`),
  used: numberColumn((sql) => sql`p.used`),
  ends: momentColumn((sql) => sql`p.ends_at`),
  created: momentColumn((sql) => sql`p.created_at`),
};

const newestFirst: SortKey = {
  key: (sql) => sql`p.created_at`,
  type: "timestamptz",
  descending: true,
};

const noNames: PromotionNames = {
  products: {},
  categories: {},
  variants: {},
  groups: {},
  regions: {},
  methods: {},
};

/**
 * One page of all promotions for staff, newest first. A search finds words of the name in both languages, a typed code by
 * its beginning, and any code by the whole of it.
 */
export async function listPromotions(
  actor: Person,
  filter: PromotionFilter,
): Promise<Result<PromotionList, typeof filterTooWide>> {
  if (!may(actor, "promos.read")) {
    const time_zone = "Asia/Jakarta";
    return ok({
      promotions: [],
      names: noNames,
      time_zone,
      counts: null,
      after: null,
      before: null,
    });
  }
  const listed = await readList(async (sql, timeZone) => {
    const found = searched(sql, filter.q, await findByCode(sql, filter.q));
    const where = sql`${compileFilter(sql, filter.filter, columns, timeZone)} ${found}`;
    const page = await readKeyset(sql, "promotions", where, newestFirst, filter, promotionsPerPage);
    const isTab = Object.values<string>(promotionTabs).includes(printFilter(filter.filter));
    const inView = (view: PromotionState) => sql`${conditions[view](sql)} ${found}`;
    const counts =
      filter.filter === null || isTab
        ? await countEach(sql, "promotions", {
            archived: inView("archived"),
            off: inView("off"),
            ended: inView("ended"),
            exhausted: inView("exhausted"),
            scheduled: inView("scheduled"),
            active: inView("active"),
          })
        : null;
    const promotions = await readRows(sql, page.ids);
    const time_zone = timeZone as ShopTimeZone;
    return { promotions, time_zone, counts, after: page.after, before: page.before };
  });
  if (!listed.ok) return listed;
  const names = await readPromotionNames(listed.value.promotions.map(({ fields }) => fields));
  return ok({ ...listed.value, names });
}

/** Promotions found by a code; more would be no answer to a search. */
const maxFoundByCode = 1_000;

async function findByCode(sql: Sql, q: string): Promise<string[]> {
  const code = normaliseCode(q);
  if (code === "") return [];
  const rows = await sql<{ id: string }[]>`
    select distinct promotion_id as id from (
      (select promotion_id from promo_codes where code = ${code})
      union all
      (select promotion_id from promo_codes
        where not single_use and code ~>=~ ${code} and code ~<~ ${`${code}\u{10ffff}`} limit ${maxFoundByCode})
    ) found`;
  return rows.map(({ id }) => id);
}

/** @param byCode read first, so that what remains is one index of words and one of ids */
function searched(sql: Sql, q: string, byCode: readonly string[]): SqlFragment {
  if (q === "") return sql``;
  const match = textMatch(sql, q);
  const ids = sql`p.id = any (${[...byCode]}::uuid[])`;
  return match ? sql`and (p.search @@ ${match.prefixes} or ${ids})` : sql`and ${ids}`;
}

async function readRows(sql: Sql, ids: readonly string[]): Promise<PromotionRow[]> {
  if (ids.length === 0) return [];
  const [states, stored] = await Promise.all([
    sql<{ id: string; state: PromotionState; batch_codes: number }[]>`
      select p.id, ${stateOf(sql)} as state,
        (select coalesce(sum(b.made), 0)::int from promo_batches b
          where b.promotion_id = p.id and b.revoked_at is null) as batch_codes
      from promotions p where p.id = any (${[...ids]}::uuid[])`,
    readPromotionFields(sql, ids),
  ]);
  const byId = new Map(states.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const state = byId.get(id);
    const found = stored.get(id);
    if (!state || !found) return [];
    const { fields, used, spent } = found;
    return [{ ...state, name: fields.name, fields, used, spent, codes: fields.codes }];
  });
}
