import { isUuid } from "#base/uuid.ts";
import { asCaller } from "#db/client.server.ts";
import { callerOf, type Person } from "#shop/kernel/access.ts";
import {
  type EnquiryDetail,
  type EnquiryStatus,
  type EnquirySummary,
  enquiryStatuses,
} from "./enquiry.ts";

const perPage = 30;

export interface EnquiryFilter {
  /** Null for all states. */
  readonly status: EnquiryStatus | null;
  readonly q: string;
  readonly page: number;
}

/** `?status=new&q=…&page=2`; invalid values are ignored. */
export function readEnquiryFilter(params: URLSearchParams): EnquiryFilter {
  const page = Number(params.get("page"));
  return {
    status: enquiryStatuses.find((status) => status === params.get("status")) ?? null,
    q: (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, 60),
    page: Number.isSafeInteger(page) && page > 0 && page <= 10_000 ? page : 1,
  };
}

export interface EnquiryPage {
  readonly enquiries: readonly EnquirySummary[];
  readonly total: number;
  readonly pages: number;
  /** Number of enquiries in each state, regardless of the filter's state. */
  readonly counts: Readonly<Record<EnquiryStatus, number>>;
}

/** Enquiries that row-level security shows: all to staff, newest first; none to others. */
export async function listEnquiries(actor: Person, filter: EnquiryFilter): Promise<EnquiryPage> {
  const pattern = `%${filter.q.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return asCaller(
    callerOf(actor),
    async (sql) => {
      const asked = filter.q
        ? sql`(e.number::text = ${filter.q} or e.name ilike ${pattern} or e.email ilike ${pattern}
            or e.order_number ilike ${pattern} or e.message ilike ${pattern})`
        : sql`true`;
      const shown = filter.status ? sql`${asked} and e.status = ${filter.status}` : asked;
      const [rows, counted] = await Promise.all([
        sql<(Omit<EnquirySummary, "created_at"> & { created_at: Date })[]>`
          select e.id, e.number, e.status, e.topic, e.name, e.created_at,
            left(regexp_replace(e.message, '\\s+', ' ', 'g'), 140) as excerpt
          from enquiries e where ${shown}
          order by e.created_at desc, e.id desc
          limit ${perPage} offset ${(filter.page - 1) * perPage}`,
        sql<{ status: EnquiryStatus; count: number }[]>`
          select e.status, count(*)::int as count from enquiries e where ${asked} group by 1`,
      ]);
      const counts = { new: 0, answered: 0, closed: 0 };
      for (const { status, count } of counted) counts[status] = count;
      const total = filter.status
        ? counts[filter.status]
        : Object.values(counts).reduce((sum, count) => sum + count, 0);
      return {
        enquiries: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
        total,
        pages: Math.max(1, Math.ceil(total / perPage)),
        counts,
      };
    },
    "read only",
  );
}

/** @returns undefined when the actor may not read it, or it does not exist */
export async function findEnquiry(actor: Person, id: string): Promise<EnquiryDetail | undefined> {
  if (!isUuid(id)) return undefined;
  return asCaller(
    callerOf(actor),
    async (sql) => {
      const [row] = await sql<(Omit<EnquiryDetail, "created_at"> & { created_at: Date })[]>`
        select e.id, e.number, e.status, e.topic, e.name, e.email, e.phone, e.order_number, e.message, e.language,
          e.created_at,
          (select o.id from orders o where upper(o.number) = upper(e.order_number)) as order_id,
          (
            select coalesce(json_agg(json_build_object('id', a.id, 'text', a.text, 'created_at', a.created_at,
              'author', coalesce(nullif(p.full_name, ''), 'Staf')) order by a.created_at, a.id), '[]')
            from enquiry_answers a left join profiles p on p.id = a.author_id where a.enquiry_id = e.id
          ) as answers
        from enquiries e where e.id = ${id}`;
      return row ? { ...row, created_at: row.created_at.toISOString() } : undefined;
    },
    "read only",
  );
}
