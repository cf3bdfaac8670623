import { timeNow } from "#base/clock.ts";
import { asShop, type Sql, type SqlFragment } from "#db/client.server.ts";
import type { PrintProcess } from "#shop/designs/document/print-processes.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { ShopTimeZone } from "#shop/kernel/time-zones.ts";
import { mayPrint } from "#shop/orders/order-status.server.ts";
import {
  type Claim,
  claimColumn,
} from "#shop/production/customisations/claim-customisation.server.ts";
import type { CustomisationStatus } from "#shop/production/customisations/customisation.ts";
import { newestFirst, type Position, readKeyset } from "#shop/staff/filters/read-list.server.ts";
import { type DueDay, dueDay } from "./due-day.ts";
import type { QueueView } from "./queue-view.ts";

const perPage = 50;

/** What staff see of a customisation in lists and on its page. */
export interface QueueItem {
  readonly id: string;
  readonly status: CustomisationStatus;
  readonly order_number: string;
  /** The goods with their options. */
  readonly goods: string;
  readonly pieces: number;
  readonly good: number;
  readonly words: readonly string[];
  /** Who works on it now. */
  readonly claim: Claim | null;
  /** The newest proof. */
  readonly proof_id: string | null;
  /** Of that proof. */
  readonly version: number | null;
  /** Of the order. */
  readonly line_id: string;
  /** The buyer agreed to the newest proof before ordering, and the goods are printed without another. */
  readonly is_as_ordered: boolean;
  /** The order is paid, or is paid on delivery. */
  readonly may_print: boolean;
  /** Whole days since its proof was sent; null unless that waits for the buyer. */
  readonly waited_days: number | null;
}

export interface QueueRow extends QueueItem, DueDay {
  /** The goods without their options. */
  readonly product: string;
  /** Null of designs of before there were print specifications. */
  readonly process: PrintProcess | null;
  /** It has a picture of what is printed. */
  readonly is_drawn: boolean;
  /** ISO 8601. */
  readonly created_at: string;
  /** Whole days since it was ordered. */
  readonly days: number;
}

export interface QueuePage extends Position {
  readonly rows: readonly QueueRow[];
}

export interface QueueFilter {
  /** Only what is printed this way. */
  readonly process?: PrintProcess | undefined;
  /** Rows of a page. */
  readonly size?: number;
  /** The order that waits longest comes first. */
  readonly oldestFirst?: boolean;
}

/** A page of the goods that are printed to order, the newest first unless it is asked otherwise. */
export async function listCustomisations(
  actor: Person,
  view: QueueView,
  position: Position,
  { process, size = perPage, oldestFirst = false }: QueueFilter = {},
): Promise<QueuePage> {
  if (!may(actor, "customisations.read")) return { rows: [], after: null, before: null };
  const sql = asShop();
  const where = whereOf(sql, view, process);
  const order = { ...newestFirst, descending: !oldestFirst };
  const page = await readKeyset(sql, "customisations", where, order, position, size);
  return { rows: await readRows(sql, page.ids), after: page.after, before: page.before };
}

type StoredRow = Omit<QueueRow, "created_at" | "due_day" | "is_late"> & {
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly time_zone: ShopTimeZone;
};

async function readRows(sql: Sql, ids: readonly string[]): Promise<readonly QueueRow[]> {
  if (ids.length === 0) return [];
  const rows = await sql<StoredRow[]>`
    select c.id, c.status, c.process, c.created_at, ${statusSince(sql)} as updated_at, o.number as order_number, l.name as product,
      concat_ws(', ', l.name, nullif(l.options, '')) as goods, l.id as line_id,
      ${piecesOf(sql)} as pieces, extract(day from now() - c.created_at)::int as days,
      (select coalesce(sum(j.good), 0)::int from production_jobs j where j.customisation_id = c.id) as good,
      ${claimColumn(sql)} as claim, ${mayPrint(sql)} as may_print,
      coalesce(p.words, '{}') as words, p.id as proof_id, p.version, p.display_hash is not null as is_drawn,
      ${asOrderedColumn(sql)} as is_as_ordered, ${waitedDaysColumn(sql)} as waited_days, s.time_zone
    from unnest(${[...ids]}::uuid[]) with ordinality wanted (id, place) join customisations c using (id)
    join order_lines l on l.id = c.order_line_id join orders o on o.id = c.order_id cross join shop_settings s
    left join lateral (
      select id, words, version, source, display_hash, sent_at from proofs where customisation_id = c.id order by version desc limit 1
    ) p on true
    order by wanted.place`;
  const now = timeNow();
  return rows.map(({ created_at, updated_at, time_zone, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    ...dueDay(row, updated_at, time_zone, now),
  }));
}

/** Good pieces that a customisation `c` needs, those that are printed again among them. */
export function piecesOf(sql: Sql): SqlFragment {
  return sql`private.pieces_to_print(c.id)`;
}

/** When a customisation `c` got its status, but not before its order `o` was placed. */
export function statusSince(sql: Sql): SqlFragment {
  return sql`greatest(c.updated_at, o.placed_at)`;
}

/** Whether the newest proof `p` of a customisation `c` may be printed as it was ordered. */
export function asOrderedColumn(sql: Sql): SqlFragment {
  return sql`
    coalesce(p.source = 'buyer' and p.display_hash is not null and c.spec ->> 'policy' is distinct from 'proof', false)`;
}

/** Whole days that the newest proof `p` of a customisation `c` waits for its buyer. */
export function waitedDaysColumn(sql: Sql): SqlFragment {
  return sql`case when c.status = 'proof_sent' then extract(day from now() - p.sent_at)::int end`;
}

/**
 * Each view reads an index in its order. Canceled orders are in `all` only. The status is part of the statement, so that each view
 * has a plan of its own: one for all would read every row to find that nothing is held.
 */
export function whereOf(sql: Sql, view: QueueView, process?: PrintProcess): SqlFragment {
  const isOpen = sql`not exists (
    select from orders o where o.id = p.order_id and o.status in ('canceled', 'expired'))`;
  const isPaid = sql`exists (select from orders o where o.id = p.order_id and ${mayPrint(sql)})`;
  const by = process === undefined ? sql`true` : sql`p.process = ${process}`;
  const rest = sql`${by} and ${isOpen}`;
  switch (view) {
    case "look":
      return sql`p.status in ('submitted', 'in_review') and ${by} and ${isPaid}`;
    case "waiting":
      return sql`p.status = 'proof_sent' and ${rest}`;
    case "revision":
      return sql`p.status = 'changes_requested' and ${rest}`;
    case "unpaid":
      return sql`p.status in ('submitted', 'in_review', 'approved') and ${rest} and not ${isPaid}`;
    case "ready":
      return sql`p.status = 'approved' and ${by} and ${isPaid}`;
    case "printing":
      return sql`p.status = 'in_production' and ${rest}`;
    case "done":
      return sql`p.status = 'done' and ${rest}`;
    case "held":
      return sql`p.status = 'rejected' and ${rest}`;
    case "all":
      return by;
  }
}
