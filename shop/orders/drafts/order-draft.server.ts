import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, type Sql, violatedConstraint } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { Quote } from "#shop/orders/cart/cart.ts";
import type { OrderInput } from "#shop/orders/checkout/checkout.ts";
import { Refused, writeOrder } from "#shop/orders/checkout/write-order.server.ts";
import { depositOf, depositPercents } from "#shop/orders/deposit.ts";
import { queueOrderMail } from "#shop/orders/mails/order-mail.server.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { isRefusedAsOwn } from "#shop/orders/own-order.server.ts";
import { storePayLink } from "#shop/orders/pay-address.server.ts";
import { recordReceivedMoney } from "#shop/orders/payments/at-counter/receive-money.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import type { LimitProblem } from "#shop/staff/approvals/approval.ts";
import { withCodedLimits } from "#shop/staff/approvals/with-limits.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { type DraftFields, missingIn } from "./check-draft.ts";
import { describeDraft } from "./describe-draft.server.ts";
import { type DraftContent, type DraftState, draftFinishes, holdHours } from "./draft.ts";
import { buyerOfDraft, cartOfDraft, recipientOfDraft } from "./draft-order.server.ts";
import { atShopPrices, priceDraft } from "./quote-draft.server.ts";
import {
  closeReplaced,
  closeReplacedPayments,
  type ReplaceProblem,
  recordReplacement,
} from "./replace-order.server.ts";
import { measureStaffCut } from "./staff-cut.server.ts";

export const orderDraftSchema = v.strictObject({
  revision: v.pipe(v.number(), v.integer(), v.minValue(1)),
  finish: v.picklist(draftFinishes),
  expected_total: v.pipe(v.number(), v.integer(), v.minValue(0)),
  hold_hours: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(holdHours.least),
    v.maxValue(holdHours.most),
  ),
  /** Null: no deposit. */
  deposit_percent: v.nullable(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(depositPercents.least),
      v.maxValue(depositPercents.most),
    ),
  ),
});
export type OrderDraftInput = v.InferOutput<typeof orderDraftSchema>;

/** Why a draft did not become an order. Nothing was stored, and the draft is as it was. */
export type OrderDraftProblem =
  | { readonly code: "not_permitted" }
  | { readonly code: "draft_not_found" }
  | { readonly code: "draft_changed" }
  | { readonly code: "draft_closed" }
  | { readonly code: "draft_incomplete"; readonly fields: DraftFields }
  /** Prices, stock or promotions changed since the quote; the answer has the new one. */
  | { readonly code: "total_changed" | "cart_problems"; readonly quote: Quote }
  | { readonly code: "out_of_stock" }
  /** The total is too small for a deposit. */
  | { readonly code: "deposit_not_possible" }
  | { readonly code: "promo_exhausted" }
  /** Staff set the prices, so a colleague makes an order for their own account. */
  | { readonly code: "own_order" }
  /** The discount is above the person's limit. */
  | { readonly code: LimitProblem }
  | { readonly code: ReplaceProblem | "payment_provider_unavailable" };

interface Ordered {
  readonly order_id: string;
  /** The payment to settle; null for a pay link and for an order that costs nothing. */
  readonly payment_id: string | null;
  /** The draft already had an order. */
  readonly is_repeat?: true;
}

/**
 * Staff: makes the order of a draft with the code of web orders, in a transaction that locks the draft first. So a
 * draft has at most one order; a repeated request returns it. The transaction also records money that staff received.
 * @returns the order's id
 */
export async function orderDraft(
  actor: Person,
  id: string,
  input: OrderDraftInput,
): Promise<Result<{ order_id: string }, OrderDraftProblem>> {
  if (!isUuid(id)) return fail({ code: "draft_not_found" });
  try {
    const open = await findOpenDraft(actor, id);
    if (open && !(await prepare(actor, open)))
      return fail({ code: "payment_provider_unavailable" });
    const made = await withCodedLimits<Ordered, OrderDraftProblem>(
      actor,
      "orders.draft",
      () =>
        asStaff<Ordered, OrderDraftProblem>(
          actor,
          "orders.draft",
          (sql) => makeOrder(sql, actor, id, input),
          { code: "not_permitted" },
        ),
      (sql) => describeDraft(sql, id, input),
    );
    if (!made.ok) return made;
    if (made.value.payment_id !== null) await settlePayment(made.value.payment_id);
    return ok({ order_id: made.value.order_id });
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    return fail(problem);
  }
}

type OpenDraft = Pick<DraftRow, "content" | "replaces">;

/**
 * Makes the outbound calls before the transaction: caches live courier rates, and closes the payments of the replaced order.
 * The draft is also priced at the shop's prices, because `measureStaffCut` needs the courier's rate and a typed delivery price
 * requests none.
 * @returns false when a payment could not be closed
 */
async function prepare(actor: Person, { content, replaces }: OpenDraft): Promise<boolean> {
  if (Object.keys(missingIn(content)).length > 0) return true;
  const { language } = content.buyer;
  await priceDraft(content, language);
  await priceDraft(atShopPrices(content), language);
  return replaces === null || closeReplacedPayments(actor, replaces);
}

async function findOpenDraft(actor: Person, id: string): Promise<OpenDraft | undefined> {
  if (!may(actor, "orders.draft")) return undefined;
  const [draft] = await asShop()<OpenDraft[]>`
    select content, replaces from order_drafts where id = ${id} and state = 'open'`;
  return draft;
}

interface DraftRow {
  readonly revision: number;
  readonly state: DraftState;
  readonly content: DraftContent;
  readonly order_id: string | null;
  readonly replaces: string | null;
}

/** Makes the order within the caller's transaction. The caller has checked the actor's permission. */
export async function makeOrder(
  sql: Sql,
  actor: Person,
  id: string,
  input: OrderDraftInput,
): Promise<Result<Ordered, OrderDraftProblem>> {
  const [draft] = await sql<DraftRow[]>`
    select revision, state, content, order_id, replaces from order_drafts where id = ${id} for update`;
  if (!draft) return fail({ code: "draft_not_found" });
  if (draft.order_id !== null)
    return ok({ order_id: draft.order_id, payment_id: null, is_repeat: true });
  if (draft.state !== "open") return fail({ code: "draft_closed" });
  if (draft.revision !== input.revision) return fail({ code: "draft_changed" });
  const fields = missingIn(draft.content);
  const { language } = draft.content.buyer;
  const recipient = await recipientOfDraft(sql, draft.content, language);
  if (Object.keys(fields).length > 0 || !recipient)
    return fail({ code: "draft_incomplete", fields });
  const closed =
    draft.replaces === null ? null : await closeReplaced(sql, actor.id, draft.replaces);
  if (closed && !closed.ok) return fail({ code: closed.problem });
  const replaced = closed?.value;
  const buyer = await buyerOfDraft(sql, draft.content, replaced?.customer_id);
  const cart = await cartOfDraft(sql, draft.content);
  if (cart.shipping_method_id === undefined) {
    return fail({ code: "draft_incomplete", fields: { shipping_method_id: "courier_required" } });
  }
  const { source, note } = draft.content;
  const { hold_hours, deposit_percent, expected_total } = input;
  // `writeOrder` refuses the order if its total is not the expected one.
  const deposit = deposit_percent === null ? null : depositOf(expected_total, deposit_percent);
  if (deposit === undefined) return fail({ code: "deposit_not_possible" });
  const cut = await measureStaffCut(sql, draft.content, cart, recipient, language);
  await sql`select private.check_staff_discount(${cut.percent})`;
  const order: OrderInput = {
    ...cart,
    shipping_method_id: cart.shipping_method_id,
    expected_total,
    ...(input.finish === "link" ? {} : { payment_method: `counter:${input.finish}` }),
    remarks: { note, gift: replaced?.gift ?? null },
    staff: { ...cart.staff, actor_id: actor.id, source, recipient, hold_hours, deposit },
  };
  const key = `draft:${id}`;
  const order_id = await writeOrder(sql, buyer, order, { idempotencyKey: key, language }, key);
  if (await isRefusedAsOwn(sql, actor, order_id, "orders.draft"))
    return fail({ code: "own_order" });
  await sql`
    update order_drafts set state = 'ordered', order_id = ${order_id}, customer_id = ${buyer.id}, updated_by = ${actor.id}
    where id = ${id}`;
  if (replaced) await recordReplacement(sql, actor.id, replaced, order_id);
  await noteForStaff(sql, actor, order_id, draft.content.staff_note);
  if (input.finish === "link") {
    await storePayLink(sql, order_id, actor.id);
    // The earlier order is canceled without a mail, so this mail informs the buyer.
    if (replaced) await queueOrderMail(sql, order_id, "awaiting_payment");
    return ok({ order_id, payment_id: null });
  }
  const payment_id = await recordReceivedMoney(sql, actor, order_id);
  return ok({ order_id, payment_id: payment_id ?? null });
}

async function noteForStaff(sql: Sql, actor: Person, orderId: string, text: string): Promise<void> {
  if (text === "") return;
  await recordEvent(sql, orderId, "note", { text }, { internal: true, actorId: actor.id });
}

/** Undefined for an error that staff cannot act on. */
export function problemOf(error: unknown): OrderDraftProblem | undefined {
  if (error instanceof Refused) {
    const { problem } = error;
    switch (problem.code) {
      case "cart_problems":
      case "total_changed":
        return { code: problem.code, quote: problem.quote };
      case "empty_cart":
        return { code: "draft_incomplete", fields: { lines: "required" } };
      case "promo_exhausted":
        return { code: "promo_exhausted" };
      default:
        return undefined;
    }
  }
  switch (violatedConstraint(error)) {
    case "out_of_stock":
      return { code: "out_of_stock" };
    case "promo_exhausted":
    case "promo_already_used":
    case "promo_budget_spent":
      return { code: "promo_exhausted" };
    default:
      return undefined;
  }
}
