import { dateNow } from "#base/clock.ts";
import { isUuid } from "#base/uuid.ts";
import { asCaller, asShop, type Sql, type SqlFragment } from "#db/client.server.ts";
import { callerOf, type Person } from "#shop/kernel/access.ts";
import { formatPhone } from "#shop/kernel/phone.ts";
import { searchText } from "#shop/kernel/search-text.ts";
import { readApprovedProofs } from "./approved-proofs.server.ts";
import {
  type ApprovedProof,
  type ReturnableLine,
  type ReturnDetail,
  type ReturnStage,
  type ReturnStatus,
  type ReturnSummary,
  returnStages,
  returnStatuses,
  stageOfReturn,
} from "./return.ts";
import { readReturnableLines } from "./returnable-lines.server.ts";

const returnsPerPage = 20;

/** The filter of a list of returns. */
export interface ReturnFilter {
  readonly stage: ReturnStage | null;
  /** Number of the return or its order, or a name. */
  readonly q: string;
  readonly page: number;
}

/** Reads the filter from a query string and ignores invalid values. */
export function readReturnFilter(params: URLSearchParams): ReturnFilter {
  const page = params.get("page") ?? "";
  return {
    stage: returnStages.find((stage) => stage === params.get("stage")) ?? null,
    q: searchText(params.get("q"), 60),
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  };
}

export interface ReturnPage {
  readonly returns: readonly ReturnSummary[];
  readonly counts: Readonly<Record<ReturnStage, number>>;
  readonly total: number;
  readonly pages: number;
}

/** Every return that row-level security shows, which is all of them for staff. Newest first. */
export function listReturns(actor: Person, filter: ReturnFilter): Promise<ReturnPage> {
  return asCaller(callerOf(actor), (sql) => page(sql, filter), "read only");
}

async function page(sql: Sql, filter: ReturnFilter): Promise<ReturnPage> {
  const pattern = `%${filter.q.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  const asked =
    filter.q === ""
      ? sql`true`
      : sql`(r.number ilike ${pattern} or o.number ilike ${pattern} or o.recipient ilike ${pattern}
          or r.tracking_number ilike ${pattern})`;
  const statuses = returnStatuses.filter((status) => stageOfReturn[status] === filter.stage);
  const staged = filter.stage ? sql`${asked} and r.status = any(${statuses})` : asked;
  const [rows, counted] = await Promise.all([
    sql<Summary[]>`
      select ${summaryColumns(sql)} from returns r join orders o on o.id = r.order_id where ${staged}
      order by r.created_at desc, r.id desc limit ${returnsPerPage} offset ${(filter.page - 1) * returnsPerPage}`,
    sql<{ status: ReturnStatus; count: number }[]>`
      select r.status, count(*)::int as count from returns r join orders o on o.id = r.order_id
      where ${asked} group by r.status`,
  ]);
  const counts = Object.fromEntries(
    returnStages.map((stage) => [
      stage,
      counted
        .filter(({ status }) => stageOfReturn[status] === stage)
        .reduce((sum, { count }) => sum + count, 0),
    ]),
  ) as Record<ReturnStage, number>;
  const total = filter.stage
    ? counts[filter.stage]
    : Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    returns: rows.map(summaryOf),
    counts,
    total,
    pages: Math.max(1, Math.ceil(total / returnsPerPage)),
  };
}

type Summary = Omit<ReturnSummary, "created_at"> & { created_at: Date };

const summaryOf = ({ created_at, ...row }: Summary): ReturnSummary => ({
  ...row,
  created_at: created_at.toISOString(),
});

function summaryColumns(sql: Sql): SqlFragment {
  return sql`r.id, r.number, r.order_id, o.number as order_number, r.kind, r.status, r.reason,
    o.recipient as customer_name, r.created_at,
    (select coalesce(sum(l.quantity), 0)::int from return_lines l where l.return_id = r.id) as pieces`;
}

type Detail = Omit<ReturnDetail, "created_at"> & { created_at: Date };

/**
 * One return with all that its page shows; row-level security applies.
 * @returns undefined for an unknown return and for another customer's
 */
export async function findReturn(actor: Person, id: string): Promise<ReturnDetail | undefined> {
  if (!isUuid(id)) return undefined;
  const [found] = await details(actor, (sql) => sql`r.id = ${id}`);
  return found;
}

/** The returns of one order, oldest first. */
export function listReturnsOf(actor: Person, orderId: string): Promise<ReturnDetail[]> {
  return details(actor, (sql) => sql`r.order_id = ${orderId}`);
}

async function details(actor: Person, which: (sql: Sql) => SqlFragment): Promise<ReturnDetail[]> {
  return asCaller(
    callerOf(actor),
    async (sql) => {
      const rows = await readDetails(sql, which);
      return Promise.all(rows.map((row) => detailOf(sql, row)));
    },
    "read only",
  );
}

async function detailOf(sql: Sql, { created_at, ...row }: Detail): Promise<ReturnDetail> {
  const proofs = row.kind === "claim" ? await readApprovedProofs(sql, row.order_id) : new Map();
  return {
    ...row,
    lines: row.lines.map((line) => ({ ...line, proof: proofs.get(line.order_line_id) ?? null })),
    phone: formatPhone(row.phone),
    created_at: created_at.toISOString(),
  };
}

function readDetails(sql: Sql, which: (sql: Sql) => SqlFragment): Promise<Detail[]> {
  return sql<Detail[]>`
      select ${summaryColumns(sql)}, r.note, r.wish, r.answer, r.resolution, r.courier, r.tracking_number,
        o.email, o.phone,
        o.shipping - (
          select coalesce(sum(f.shipping), 0) from refunds f where f.order_id = o.id
        )::bigint as refundable_shipping,
        (
          select json_agg(json_build_object('order_line_id', l.id, 'name', l.name, 'options', l.options,
            'quantity', x.quantity, 'resellable', x.resellable, 'damaged', x.damaged,
            'unit_totals', l.unit_totals, 'refunded', (
              select coalesce(sum(f.quantity), 0) from refund_lines f where f.order_line_id = l.id
            )) order by l.position)
          from return_lines x join order_lines l on l.id = x.order_line_id where x.return_id = r.id
        ) as lines,
        array(
          select b.name from storage.objects b
          where b.bucket_id = 'return-photos' and b.name like r.id || '/%' order by b.created_at
        ) as photos
      from returns r join orders o on o.id = r.order_id where ${which(sql)} order by r.created_at, r.id`;
}

/** The lines of an own order that can be returned or claimed now; empty for another customer's order. */
export async function listReturnable(
  actor: Person,
  orderId: string,
): Promise<(ReturnableLine & { proof: ApprovedProof | null })[]> {
  if (!isUuid(orderId)) return [];
  const sql = asShop();
  const [own] = await sql`select from orders where id = ${orderId} and customer_id = ${actor.id}`;
  if (!own) return [];
  const [lines, proofs] = await Promise.all([
    readReturnableLines(sql, orderId, dateNow()),
    readApprovedProofs(sql, orderId),
  ]);
  return lines.map((line) => ({ ...line, proof: proofs.get(line.order_line_id) ?? null }));
}
