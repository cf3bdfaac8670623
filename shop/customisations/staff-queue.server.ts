import type { Language } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, type Sql, type SqlFragment } from "#db/client.server.ts";
import { may, type Person } from "#shop/access.ts";
import { readDocument } from "#shop/designs/read-document.ts";
import type { RosterRow } from "#shop/designs/roster/roster.ts";
import { sharedWords } from "#shop/designs/roster/shared-words.ts";
import { newestFirst, type Position, readKeyset } from "#shop/filters/read-list.server.ts";
import { mayLeave } from "#shop/orders/order-status.server.ts";
import { type Claim, claimColumn } from "./claim-customisation.server.ts";
import {
  type CustomisationStatus,
  type Message,
  type Proof,
  shownFingerprint,
} from "./customisation.ts";
import { type DesignText, rosterTextsOf, textsOf } from "./design-texts.ts";
import type { Pin } from "./proof-sheet.ts";
import type { QueueView } from "./queue-view.ts";
import { type ProofRows, proofColumns, shownProofs } from "./read-proofs.server.ts";
import type { Rejection } from "./rejection.ts";

const perPage = 50;

export interface QueueRow {
  readonly id: string;
  readonly status: CustomisationStatus;
  readonly order_number: string;
  /** The goods with their options. */
  readonly goods: string;
  readonly pieces: number;
  readonly good: number;
  readonly words: readonly string[];
  /** ISO 8601. */
  readonly created_at: string;
  /** Whole days since it was ordered. */
  readonly days: number;
  /** Who works on it now. */
  readonly claim: Claim | null;
  /** It waits for staff for more than a day. */
  readonly is_late: boolean;
}

export interface QueuePage extends Position {
  readonly rows: readonly QueueRow[];
}

/** A page of the goods that are printed to order, the newest first. */
export async function listCustomisations(
  actor: Person,
  view: QueueView,
  position: Position,
): Promise<QueuePage> {
  if (!may(actor, "customisations.read")) return { rows: [], after: null, before: null };
  const sql = asShop();
  const where = whereOf(sql, view);
  const page = await readKeyset(sql, "customisations", where, newestFirst, position, perPage);
  const rows = await sql<(Omit<QueueRow, "created_at"> & { created_at: Date })[]>`
    select c.id, c.status, o.number as order_number, concat_ws(', ', l.name, nullif(l.options, '')) as goods,
      l.quantity + ${reprintedOf(sql)} as pieces, c.created_at, extract(day from now() - c.created_at)::int as days,
      c.status in ('submitted', 'in_review', 'changes_requested', 'approved') and c.updated_at < now() - interval '1 day' as is_late,
      (select coalesce(sum(j.good), 0)::int from production_jobs j where j.customisation_id = c.id) as good,
      ${claimColumn(sql)} as claim,
      coalesce((
        select p.words from proofs p where p.customisation_id = c.id order by p.version desc limit 1), '{}') as words
    from unnest(${[...page.ids]}::uuid[]) with ordinality wanted (id, place) join customisations c using (id)
    join order_lines l on l.id = c.order_line_id join orders o on o.id = c.order_id
    order by wanted.place`;
  return {
    rows: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    after: page.after,
    before: page.before,
  };
}

/** Pieces of a customisation `c` that are printed again. */
function reprintedOf(sql: Sql): SqlFragment {
  return sql`(select coalesce(sum(r.pieces), 0)::int from reprints r where r.customisation_id = c.id)`;
}

/** Each view reads an index in its order. Canceled orders are in `all` only. */
export function whereOf(sql: Sql, view: QueueView): SqlFragment {
  const is = (status: CustomisationStatus) => sql`p.status = ${status} and ${isOpen}`;
  const isOpen = sql`not exists (
    select from orders o where o.id = p.order_id and o.status in ('canceled', 'expired'))`;
  switch (view) {
    case "look":
      return sql`p.status in ('submitted', 'in_review') and ${isOpen}`;
    case "waiting":
      return is("proof_sent");
    case "revision":
      return is("changes_requested");
    case "ready":
      return is("approved");
    case "printing":
      return is("in_production");
    case "held":
      return is("rejected");
    case "all":
      return sql`true`;
  }
}

export interface PrintJob {
  readonly id: string;
  readonly good: number;
  readonly spoiled: number;
  readonly reason: string;
  readonly at: string;
}

export interface StaffCustomisation extends Omit<QueueRow, "created_at" | "days" | "is_late"> {
  readonly order_id: string;
  readonly sku: string;
  /** Newest first. */
  readonly proofs: readonly Proof[];
  /** Of all proofs, by number. */
  readonly pins: readonly Pin[];
  /** Of a roster: the words of each piece; null where all pieces are alike. `words` are those that all bear. */
  readonly roster: readonly string[] | null;
  /** The first characters of what an approval is bound to. */
  readonly fingerprint: string | null;
  readonly is_approved: boolean;
  /** The order is paid, or is paid on delivery. */
  readonly may_print: boolean;
  readonly jobs: readonly PrintJob[];
  /** The newest proof. */
  readonly proof_id: string | null;
  /** Of that proof. */
  readonly version: number | null;
  /** Of the order. */
  readonly line_id: string;
  /** The buyer agreed to the newest proof before ordering, and the goods are printed without another. */
  readonly is_as_ordered: boolean;
  /** The words of its text layers, which staff may correct; empty where the document cannot be read. */
  readonly texts: readonly DesignText[];
  readonly rejection: Rejection | null;
  readonly rejection_note: string;
  /** Oldest first. */
  readonly messages: readonly Message[];
}

/** @returns undefined for an unknown one, and for staff who may not see them */
export async function findStaffCustomisation(
  actor: Person,
  id: string,
  language: Language,
): Promise<StaffCustomisation | undefined> {
  if (!may(actor, "customisations.read") || !isUuid(id)) return undefined;
  const sql = asShop();
  const [row] = await sql<
    (Omit<StaffCustomisation, "proofs" | "fingerprint" | "texts" | "roster"> &
      ProofRows & {
        document: unknown;
        display_hash: string | null;
        rows: (RosterRow & { text: string })[] | null;
      })[]
  >`
    select c.id, c.order_id, c.status, o.number as order_number, concat_ws(', ', l.name, nullif(l.options, '')) as goods,
      l.sku, l.quantity + ${reprintedOf(sql)} as pieces, coalesce(p.words, '{}') as words, p.display_hash, p.pieces as rows, p.id as proof_id,
      p.version, p.document, l.id as line_id,
      c.rejection, c.rejection_note,
      coalesce(p.source = 'buyer' and p.display_hash is not null and c.spec ->> 'policy' is distinct from 'proof', false)
        as is_as_ordered,
      ${proofColumns(sql)},
      ${claimColumn(sql)} as claim,
      coalesce(p.decision = 'approved', false) as is_approved,
      ${mayLeave(sql)} as may_print,
      coalesce(sum(j.good), 0)::int as good,
      coalesce(json_agg(json_build_object('id', j.id, 'good', j.good, 'spoiled', j.spoiled, 'reason', j.reason, 'at', j.at)
        order by j.at desc) filter (where j.id is not null), '[]') as jobs
    from customisations c join order_lines l on l.id = c.order_line_id join orders o on o.id = c.order_id
    left join lateral (
      select * from proofs where customisation_id = c.id order by version desc limit 1
    ) p on true
    left join production_jobs j on j.customisation_id = c.id
    where c.id = ${id}
    group by c.id, l.id, o.id, p.id, p.version, p.words, p.display_hash, p.pieces, p.decision, p.document, p.source`;
  if (!row) return undefined;
  const { proofs, body, display_hash, document, rows, ...rest } = row;
  const read = readDocument(document);
  const roster = rows ? rows.map(({ text }) => text) : null;
  return {
    ...rest,
    words: sharedWords({ words: rest.words, pieces: roster }),
    roster,
    texts: !read.ok ? [] : rows ? rosterTextsOf(read.value, rows, language) : textsOf(read.value),
    proofs: await shownProofs({ proofs, body }),
    fingerprint: display_hash?.slice(0, shownFingerprint) ?? null,
  };
}
