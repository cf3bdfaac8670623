import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { type Position, readKeyset, type SortKey } from "#shop/staff/filters/read-list.server.ts";
import { type Draft, type DraftSource, type DraftState, draftStates } from "./draft.ts";

const draftsPerPage = 50;

export interface DraftRow {
  readonly id: string;
  readonly state: DraftState;
  readonly source: DraftSource;
  readonly buyer: string;
  /** Null when the author's account was deleted. */
  readonly author: string | null;
  readonly order_number: string | null;
  /** ISO 8601. */
  readonly updated_at: string;
}

export interface DraftPage extends Position {
  readonly drafts: readonly DraftRow[];
}

export interface DraftFilter extends Position {
  /** Null for all states. */
  readonly state: DraftState | null;
  readonly q: string;
}

const byChange: SortKey = {
  key: (sql) => sql`p.updated_at`,
  type: "timestamptz",
  descending: true,
};

/** `?state=open&q=…`; invalid values are ignored. */
export function readDraftFilter(params: URLSearchParams, position: Position): DraftFilter {
  return {
    ...position,
    state: draftStates.find((state) => state === params.get("state")) ?? null,
    q: (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, 60),
  };
}

/** Staff: a page of drafts, last changed first. `q` matches the buyer's name, phone and email address. */
export async function listDrafts(actor: Person, filter: DraftFilter): Promise<DraftPage> {
  if (!may(actor, "orders.draft")) return { drafts: [], after: null, before: null };
  const sql = asShop();
  const pattern = `%${filter.q.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const where = sql`
    ${filter.state === null ? sql`true` : sql`p.state = ${filter.state}`}
    ${filter.q === "" ? sql`` : sql`and p.buyer like ${pattern}::text`}`;
  const page = await readKeyset(sql, "order_drafts", where, byChange, filter, draftsPerPage);
  const drafts = await sql<DraftRow[]>`
    select p.id, p.state, p.source, p.content #>> '{buyer,name}' as buyer, a.full_name as author, o.number as order_number,
      to_json(p.updated_at) #>> '{}' as updated_at
    from unnest(${[...page.ids]}::uuid[]) with ordinality wanted (id, place) join order_drafts p using (id)
    left join profiles a on a.id = p.created_by left join orders o on o.id = p.order_id order by wanted.place`;
  return { drafts, after: page.after, before: page.before };
}

/** Staff: a draft. Undefined for an unknown id and without `orders.draft`. */
export async function findDraft(actor: Person, id: string): Promise<Draft | undefined> {
  if (!may(actor, "orders.draft") || !isUuid(id)) return undefined;
  const [draft] = await asShop()<Draft[]>`
    select d.id, d.revision, d.state, d.content,
      case when o.id is not null then json_build_object('id', o.id, 'number', o.number) end as "order",
      case when r.id is not null then json_build_object('id', r.id, 'number', r.number) end as replaces
    from order_drafts d left join orders o on o.id = d.order_id left join orders r on r.id = d.replaces
    where d.id = ${id}`;
  return draft;
}

/** Staff: the open draft that will replace an order. Undefined without one and without `orders.draft`. */
export async function findReplacingDraft(
  actor: Person,
  orderId: string,
): Promise<string | undefined> {
  if (!may(actor, "orders.draft") || !isUuid(orderId)) return undefined;
  const [draft] = await asShop()<{ id: string }[]>`
    select id from order_drafts where replaces = ${orderId} and state = 'open'`;
  return draft?.id;
}

/** Days without a change after which a draft without an order is deleted. */
const keptDays = 90;

/** The job: deletes old drafts without an order. */
export async function purgeDrafts(): Promise<void> {
  await asShop()`
    delete from order_drafts
    where order_id is null and updated_at < now() - make_interval(days => ${keptDays})`;
}
