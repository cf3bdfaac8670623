import { timeNow } from "#base/clock.ts";
import type { Language } from "#base/language.ts";
import { asCaller, asShop, type Sql } from "#db/client.server.ts";
import { variantLabel } from "#shop/catalogue/stock/variant-label.server.ts";
import { assetsOf, type DisplayList } from "#shop/designs/draw/display-list.ts";
import { type ShownSide, shownSidesOf } from "#shop/designs/draw/shown-sides.ts";
import { sidesColumn } from "#shop/designs/draw/shown-sides-column.server.ts";
import { callerOf, type Person } from "#shop/kernel/access.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import type { ShopTimeZone } from "#shop/kernel/time-zones.ts";
import { mayPrint } from "#shop/orders/order-status.server.ts";
import {
  type Customisation,
  type CustomisationStatus,
  type DesignCard,
  type DesignShare,
  type DesignStage,
  designStage,
  designStages,
  openProof,
  restDays,
} from "./customisation.ts";
import { readDesign } from "./design.ts";
import { type ProofRows, proofColumns, shownProofs } from "./proofs/read-proofs.server.ts";
import { dueDay } from "./queue/due-day.ts";
import { statusSince } from "./queue/list-queue.server.ts";
import { shareToken } from "./sharing/share-token.server.ts";

const shownAtOnce = 200;
const dayMs = 86_400_000;

export interface DesignList {
  readonly cards: readonly DesignCard[];
  /** Number of designs in each stage, regardless of the filter. */
  readonly counts: Readonly<Record<DesignStage, number>>;
}

/** `?stage=draft`; an invalid value is ignored. */
export function readDesignStage(params: URLSearchParams): DesignStage | null {
  return designStages.find((stage) => stage === params.get("stage")) ?? null;
}

interface CardRow {
  readonly id: string;
  readonly status: CustomisationStatus | null;
  readonly name: string;
  readonly document: unknown;
  readonly display: DisplayList | null;
  /** Of the print specification. */
  readonly sides: readonly ShownSide[] | null;
  readonly variant: string | null;
  readonly product_name: string | null;
  readonly product_slug: string | null;
  readonly order_id: string | null;
  readonly order_number: string | null;
  readonly changed_at: Date;
  readonly share: {
    readonly id: string;
    readonly state: string;
    readonly created_at: string;
  } | null;
}

/** The actor's saved and ordered designs, last changed first. */
export async function listMyDesigns(
  actor: Person,
  stage: DesignStage | null,
  language: Language,
): Promise<DesignList> {
  const [rows, payable] = await Promise.all([
    asCaller(callerOf(actor), (sql) => cardRows(sql, actor.id, language), "read only"),
    payableOf(actor.id),
  ]);
  const all = rows.map((row) => cardOf(row, payable.has(row.id)));
  const counts = { draft: 0, submitted: 0, answer: 0, revision: 0, approved: 0, printed: 0 };
  for (const card of all) counts[card.stage]++;
  return { cards: stage ? all.filter((card) => card.stage === stage) : all, counts };
}

function cardRows(sql: Sql, customerId: string, language: Language): Promise<CardRow[]> {
  return sql<CardRow[]>`
    (
      select d.id, null as status, d.name, d.document, d.display,
        (select ${sidesColumn(sql, sql`s.spec`, language)} from print_specs s where s.id::text = d.document ->> 'spec') as sides,
        (select ${variantLabel(sql, language)} from product_variants v where v.id = d.variant_id and v.product_id = p.id) as variant, ${textIn(sql, sql`p.name`, language)} as product_name, p.slug as product_slug,
        null::uuid as order_id, null as order_number, d.updated_at as changed_at,
        (
          select json_build_object('id', s.id, 'state', s.state, 'created_at', s.created_at) from shared_designs s
          where s.design_id = d.id and (s.revoked_at is null or s.state in ('reported', 'removed'))
          order by s.created_at desc limit 1
        )::jsonb as share
      from designs d left join products p on p.id = d.product_id
      where d.customer_id = ${customerId}
      union all
      select c.id, c.status, c.name, c.document, (
          select p.display from proofs p where p.customisation_id = c.id order by p.version desc limit 1), ${sidesColumn(sql, sql`c.spec`, language)}, l.options, l.name, l.product_slug, o.id, o.number, c.updated_at, null
      from customisations c
        join order_lines l on l.id = c.order_line_id
        join orders o on o.id = c.order_id
      where c.customer_id = ${customerId}
    )
    order by changed_at desc, id limit ${shownAtOnce}`;
}

/** The customisations whose newest version waits until the customer has paid what it costs more. */
async function payableOf(customerId: string): Promise<ReadonlySet<string>> {
  const rows = await asShop()<{ customisation_id: string }[]>`
    select s.customisation_id from private.design_supplements s join orders o on o.id = s.order_id
    where o.customer_id = ${customerId} and s.state = 'waiting' and o.status = 'awaiting_payment'`;
  return new Set(rows.map(({ customisation_id }) => customisation_id));
}

function cardOf(row: CardRow, isPayable: boolean): DesignCard {
  return {
    id: row.id,
    kind: row.status === null ? "draft" : "ordered",
    stage: row.status === null ? "draft" : designStage(row.status, isPayable),
    name: row.name,
    product: row.product_name ? { name: row.product_name, slug: row.product_slug } : null,
    design: readDesign(row.document),
    sides: row.display ? shownSidesOf(row.display, row.sides ?? []) : [],
    variant: row.variant ?? "",
    order: row.order_id ? { id: row.order_id, number: row.order_number ?? "" } : null,
    share: row.share && shareOf(row.share),
    has_pictures: row.display !== null && assetsOf(row.display).length > 0,
    changed_at: row.changed_at.toISOString(),
  };
}

function shareOf({ id, state, created_at }: NonNullable<CardRow["share"]>): DesignShare {
  const hidden = state === "reported" || state === "removed" ? state : null;
  return { token: shareToken(id), hidden, created_at: new Date(created_at).toISOString() };
}

export interface OrderCustomisations {
  readonly order: {
    readonly id: string;
    readonly number: string;
    /** The order was cancelled or its payment time expired. Its unprinted designs are not printed. */
    readonly is_canceled: boolean;
  };
  readonly customisations: readonly Customisation[];
}

/** The personalised lines of an own order. @returns undefined for another customer's order */
export async function findCustomisations(
  actor: Person,
  orderId: string,
): Promise<OrderCustomisations | undefined> {
  return asCaller(
    callerOf(actor),
    async (sql) => {
      const [order] = await sql<OrderCustomisations["order"][]>`
        select id, number, status in ('canceled', 'expired') as is_canceled from orders where id = ${orderId} and customer_id = ${actor.id}`;
      if (!order) return undefined;
      const rows = await sql<CustomisationRow[]>`
        select c.id, c.status, c.name, c.document, c.revisions_included, c.rejection, c.rejection_note, ${statusSince(sql)} as updated_at,
          s.time_zone, ${mayPrint(sql)} as may_print,
          case when c.status = 'done' and (c.rights_wording is not null or exists (
            select from proofs t where t.customisation_id = c.id and t.rights_wording is not null
          )) then json_build_object('until', c.pictures_until, 'is_gone', c.pictures_until <= now(),
            'may_extend', c.pictures_until <= now() + interval '12 months') end as kept_pictures,
          json_build_object('id', l.id, 'name', l.name, 'options', l.options, 'quantity', l.quantity) as line,
          ${proofColumns(sql)}
        from customisations c join order_lines l on l.id = c.order_line_id join orders o on o.id = c.order_id
        cross join shop_settings s
        where c.order_id = ${orderId} order by l.position`;
      return { order, customisations: await Promise.all(rows.map(customisationOf)) };
    },
    "read only",
  );
}

interface CustomisationRow
  extends ProofRows,
    Pick<
      Customisation,
      "id" | "status" | "name" | "line" | "rejection" | "rejection_note" | "kept_pictures"
    > {
  readonly document: unknown;
  readonly revisions_included: number;
  readonly updated_at: Date;
  readonly time_zone: ShopTimeZone;
  readonly may_print: boolean;
}

async function customisationOf(row: CustomisationRow): Promise<Customisation> {
  const { document, revisions_included, updated_at, time_zone, may_print, ...columns } = row;
  const { proofs, body, print_spec, ...rest } = columns;
  const asked = proofs.filter(({ decision }) => decision === "changes_requested").length;
  const now = timeNow();
  const { due_day, is_late } = dueDay(row, updated_at, time_zone, now);
  const isAnswer = row.status !== "approved" && row.status !== "in_production";
  const waiting = openProof(row);
  return {
    ...rest,
    is_resting: waiting !== undefined && now - Date.parse(waiting.sent_at) >= restDays * dayMs,
    answer_day: may_print && isAnswer && !is_late ? due_day : null,
    design: readDesign(document),
    revisions_left: Math.max(0, revisions_included - asked),
    proofs: await shownProofs({ proofs, body, print_spec }),
  };
}
