import { timeNow } from "#base/clock.ts";
import type { Language } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import type { PrintProcess } from "#shop/designs/document/print-processes.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import type { Finding } from "#shop/designs/draw/finding.ts";
import { manyPieces } from "#shop/designs/many-pieces.ts";
import type { RosterRow } from "#shop/designs/roster/roster.ts";
import { sharedWords } from "#shop/designs/roster/shared-words.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { ShopTimeZone } from "#shop/kernel/time-zones.ts";
import { mayPrint } from "#shop/orders/order-status.server.ts";
import { promisedDaysColumns } from "#shop/orders/promised-days.server.ts";
import type { PromisedDays } from "#shop/orders/promised-days.ts";
import { checkPrint } from "#shop/production/customisations/check-print.server.ts";
import { claimColumn } from "#shop/production/customisations/claim-customisation.server.ts";
import {
  type Message,
  type Proof,
  shownFingerprint,
} from "#shop/production/customisations/customisation.ts";
import {
  type DesignText,
  rosterTextsOf,
  textsOf,
} from "#shop/production/customisations/design-texts.ts";
import type { Pin } from "#shop/production/customisations/proofs/proof-sheet.ts";
import {
  type ProofRows,
  proofColumns,
  shownProofs,
} from "#shop/production/customisations/proofs/read-proofs.server.ts";
import type { Rejection } from "#shop/production/customisations/rejection.ts";
import { type DueDay, dueDay } from "./due-day.ts";
import {
  asOrderedColumn,
  piecesOf,
  type QueueItem,
  statusSince,
  waitedDaysColumn,
} from "./list-queue.server.ts";

export interface PrintJob {
  readonly id: string;
  readonly good: number;
  readonly spoiled: number;
  readonly reason: string;
  readonly at: string;
}

/** Pieces that are printed again. */
export interface Reprint {
  readonly id: string;
  readonly pieces: number;
  /** Of them: those that were not printed when the buyer's account was deleted with what they print. */
  readonly canceled: number;
  /** As staff wrote it; of a claim its number. */
  readonly reason: string;
  readonly at: string;
}

/** Why staff look at a design before it is printed. */
export type ReviewReason = "proof" | "review" | "pictures" | "pieces";

export interface StaffCustomisation extends QueueItem, DueDay {
  readonly order_id: string;
  readonly customer_name: string;
  /** When the buyer was told that the order should arrive. */
  readonly promise: PromisedDays;
  /** Null of designs of before there were print specifications. */
  readonly process: PrintProcess | null;
  /** Estimated work on one piece; 0: nobody said. */
  readonly minutes: number;
  /** While it is looked at; else empty. */
  readonly why: readonly ReviewReason[];
  /** What the checks of the drawing board find; null where the document is too old for them. */
  readonly findings: readonly Finding[] | null;
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
  readonly jobs: readonly PrintJob[];
  /** Newest first. */
  readonly reprints: readonly Reprint[];
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
    (Omit<
      StaffCustomisation,
      "proofs" | "fingerprint" | "texts" | "roster" | "findings" | keyof DueDay
    > &
      ProofRows & {
        updated_at: Date;
        time_zone: ShopTimeZone;
        document: unknown;
        display_hash: string | null;
        rows: (RosterRow & { text: string })[] | null;
      })[]
  >`
    select c.id, c.order_id, c.status, c.process, coalesce((c.spec ->> 'minutes')::int, 0) as minutes, ${statusSince(sql)} as updated_at, s.time_zone, o.recipient as customer_name, case when c.status in ('submitted', 'in_review')
        then array_remove(array[nullif(c.spec ->> 'policy', 'self'), case when exists (
          select from jsonb_object_keys(p.document -> 'assets') used (sha256)
          where not exists (select from design_assets a where a.of_shop and a.sha256 = used.sha256)) then 'pictures' end, case when ${manyPieces} <= (
          select sum(ol.quantity) from customisations other join order_lines ol on ol.id = other.order_line_id
          where other.order_id = c.order_id and (other.id = c.id or other.version_id = c.version_id)) then 'pieces' end], null)
        else '{}' end as why, o.number as order_number, concat_ws(', ', l.name, nullif(l.options, '')) as goods,
      l.sku, ${piecesOf(sql)} as pieces, coalesce(p.words, '{}') as words, p.display_hash, p.pieces as rows, p.id as proof_id,
      p.version, p.document, l.id as line_id,
      c.rejection, c.rejection_note,
      ${asOrderedColumn(sql)} as is_as_ordered,
      ${proofColumns(sql)},
      ${claimColumn(sql)} as claim,
      coalesce(p.decision = 'approved', false) as is_approved,
      ${mayPrint(sql)} as may_print, ${waitedDaysColumn(sql)} as waited_days,
      (select to_jsonb(days) from (select ${promisedDaysColumns(sql)}) days) as promise,
      (
        select coalesce(json_agg(json_build_object('id', r.id, 'pieces', r.pieces, 'canceled', r.canceled, 'reason', r.reason, 'at', r.at) order by r.at desc), '[]')
        from reprints r where r.customisation_id = c.id
      ) as reprints,
      coalesce(sum(j.good), 0)::int as good,
      coalesce(json_agg(json_build_object('id', j.id, 'good', j.good, 'spoiled', j.spoiled, 'reason', j.reason, 'at', j.at)
        order by j.at desc) filter (where j.id is not null), '[]') as jobs
    from customisations c join order_lines l on l.id = c.order_line_id join orders o on o.id = c.order_id
    cross join shop_settings s left join lateral (
      select * from proofs where customisation_id = c.id order by version desc limit 1
    ) p on true
    left join production_jobs j on j.customisation_id = c.id
    where c.id = ${id}
    group by c.id, l.id, o.id, s.time_zone, p.id, p.version, p.words, p.display_hash, p.pieces, p.decision, p.document, p.source, p.sent_at`;
  if (!row) return undefined;
  const { proofs, body, print_spec, display_hash, document, rows, updated_at, time_zone, ...rest } =
    row;
  const read = readDocument(document);
  const roster = rows ? rows.map(({ text }) => text) : null;
  return {
    ...rest,
    ...dueDay(rest, updated_at, time_zone, timeNow()),
    findings: await checkPrint({ document, print_spec, body, rows }),
    words: sharedWords({ words: rest.words, pieces: roster }),
    roster,
    texts: !read.ok ? [] : rows ? rosterTextsOf(read.value, rows, language) : textsOf(read.value),
    proofs: await shownProofs({ proofs, body, print_spec }),
    fingerprint: display_hash?.slice(0, shownFingerprint) ?? null,
  };
}
