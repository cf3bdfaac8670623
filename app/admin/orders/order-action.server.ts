import * as v from "valibot";
import { formProblems } from "#app/form-problems.server.ts";
import { readCount } from "#app/read-whole.ts";
import { cutText } from "#base/cut-text.ts";
import { isUuid } from "#base/uuid.ts";
import { addressSchema } from "#shop/customers/addresses/address.ts";
import type { Person } from "#shop/kernel/access.ts";
import { parseRupiah } from "#shop/kernel/money.ts";
import { addNote } from "#shop/orders/add-note.server.ts";
import {
  type CancelReason,
  cancelOrder,
  staffCancelReasons,
} from "#shop/orders/fulfilment/cancel-order.server.ts";
import { correctAddress } from "#shop/orders/fulfilment/correct-address.server.ts";
import { correctTracking } from "#shop/orders/fulfilment/correct-tracking.server.ts";
import {
  requestTrackingNumber,
  trackShipment,
} from "#shop/orders/fulfilment/courier-steps.server.ts";
import {
  confirmReceived,
  packOrder,
  readyForPickup,
  readyInputSchema,
  shipOrder,
  shipOrderInputSchema,
} from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { handOver } from "#shop/orders/fulfilment/hand-over.server.ts";
import {
  cancelShipment,
  deliverShipment,
  prepareShipment,
  sendShipment,
  shipmentInputSchema,
} from "#shop/orders/fulfilment/shipments.server.ts";
import { undoStep } from "#shop/orders/fulfilment/undo-step.server.ts";
import { confirmTold, correctEmail } from "#shop/orders/mails/undelivered-mails.server.ts";
import { makePayLink } from "#shop/orders/make-pay-link.server.ts";
import {
  receivedMoneySchema,
  receiveMoney,
} from "#shop/orders/payments/at-counter/receive-money.server.ts";
import { refundInputSchema, refundOrder } from "#shop/orders/refunds/refund-order.server.ts";
import {
  recordByHand,
  recordTransfer,
  retryRefund,
  transferInstead,
} from "#shop/orders/refunds/refund-steps.server.ts";
import { changeRemarks } from "#shop/orders/remarks/change-remarks.server.ts";
import { readRemarks } from "#shop/orders/remarks/remarks.ts";

export interface StaffAnswer {
  readonly done?: string;
  /** The intent that waits for approval. */
  readonly asked?: string;
  /** A stable code; the page has words for it. */
  readonly problem?: string;
  /** Codes by field. */
  readonly problems?: Readonly<Record<string, string>>;
  /** What the courier says about a shipment. */
  readonly tracking?: {
    readonly shipment: string;
    readonly is_delivered: boolean;
    readonly status: string;
    readonly events: readonly { readonly at: string; readonly text: string }[];
  };
}

/** Handles the forms of an order's page. Every intent is idempotent. */
export async function answerStaff(
  actor: Person,
  orderId: string,
  form: FormData,
): Promise<StaffAnswer> {
  if (!isUuid(orderId)) return { problem: "order_not_found" };
  const intent = text(form, "intent");
  switch (intent) {
    case "pack":
      return replyOf(intent, await packOrder(actor, orderId));
    case "hand-over":
      return replyOf(intent, await handOver(actor, orderId));
    case "pay-link":
      return replyOf(intent, await makePayLink(actor, orderId, false));
    case "mail-pay-link":
      return replyOf(intent, await makePayLink(actor, orderId, true));
    case "receive-money": {
      const sent = {
        order_id: orderId,
        method: form.get("method"),
        amount: amountOf(form, "amount"),
        paid: amountOf(form, "paid"),
      };
      const input = v.safeParse(receivedMoneySchema, sent);
      if (!input.success) return { problem: "invalid_input" };
      return replyOf(intent, await receiveMoney(actor, input.output));
    }
    case "ship": {
      const input = v.safeParse(shipOrderInputSchema, shipmentOf(orderId, form));
      if (!input.success) return { problem: "tracking_number_needed" };
      return replyOf(intent, await shipOrder(actor, input.output));
    }
    case "ready": {
      const key = form.get("key") ?? undefined;
      const sent = { order_id: orderId, key, lines: linesOf(form) };
      const input = v.safeParse(readyInputSchema, sent);
      if (!input.success) return { problem: "invalid_input" };
      return replyOf(intent, await readyForPickup(actor, input.output));
    }
    case "prepare": {
      const key = form.get("key") ?? undefined;
      const input = v.safeParse(shipmentInputSchema, { ...shipmentOf(orderId, form), key });
      if (!input.success) return { problem: "invalid_input" };
      return replyOf(intent, await prepareShipment(actor, input.output));
    }
    case "note":
      return replyOf(intent, await addNote(actor, orderId, text(form, "note")));
    case "remarks": {
      const remarks = readRemarks(form);
      if (!remarks) return { problem: "invalid_input" };
      return replyOf(intent, await changeRemarks(actor, orderId, remarks));
    }
    case "address": {
      const input = v.safeParse(v.omit(addressSchema, ["label"]), placeOf(form));
      if (!input.success) return { problems: formProblems(input.issues) };
      return replyOf(intent, await correctAddress(actor, orderId, input.output));
    }
    case "buyer-told":
      return replyOf(intent, await confirmTold(actor, orderId));
    case "correct-email":
      return replyOf(intent, await correctEmail(actor, orderId, text(form, "email")));
    case "delivered":
      return replyOf(intent, await confirmReceived(actor, orderId));
    case "undo-step":
      return replyOf(intent, await undoStep(actor, orderId, readCount(form.get("step"))));
    case "cancel":
      return replyOf(
        intent,
        await cancelOrder(actor, orderId, reasonOf(form), {
          restock: form.has("restock"),
          refund: form.has("refund"),
          notify: form.has("notify"),
          note: cutText(text(form, "note").trim(), 500),
        }),
      );
    case "refund": {
      const input = v.safeParse(refundInputSchema, refundOf(orderId, form));
      if (!input.success) return { problem: "invalid_input" };
      return replyOf(intent, await refundOrder(actor, input.output));
    }
    default:
      return answerPart(actor, intent, form);
  }
}

/** Intents on one shipment or one refund, which the form names. */
async function answerPart(actor: Person, intent: string, form: FormData): Promise<StaffAnswer> {
  const part = text(form, "part");
  if (!isUuid(part)) return { problem: "invalid_input" };
  switch (intent) {
    case "send":
      return replyOf(
        intent,
        await sendShipment(actor, part, text(form, "tracking_number").slice(0, 60)),
      );
    case "request-number": {
      const requested = await requestTrackingNumber(actor, part);
      return requested.ok ? { done: intent } : { problem: requested.problem };
    }
    case "track": {
      const tracked = await trackShipment(actor, part);
      return tracked.ok
        ? { tracking: { shipment: part, ...tracked.value } }
        : { problem: tracked.problem };
    }
    case "correct-tracking":
      return replyOf(
        intent,
        await correctTracking(actor, part, {
          courier: text(form, "courier"),
          service: text(form, "service"),
          tracking_number: text(form, "tracking_number"),
        }),
      );
    case "unpack":
      return replyOf(intent, await cancelShipment(actor, part));
    case "shipment-delivered":
      return replyOf(intent, await deliverShipment(actor, part));
    case "refund-retry":
      return replyOf(intent, await retryRefund(actor, part));
    case "refund-transfer":
      return replyOf(intent, await transferInstead(actor, part));
    case "refund-transferred":
      return replyOf(intent, await recordTransfer(actor, part, text(form, "reference")));
    case "refund-by-hand":
      return replyOf(intent, await recordByHand(actor, part, text(form, "reference")));
    default:
      return { problem: "invalid_input" };
  }
}

function shipmentOf(orderId: string, form: FormData) {
  return {
    order_id: orderId,
    courier: form.get("courier"),
    service: form.get("service") ?? "",
    tracking_number: form.get("tracking_number") ?? "",
    lines: linesOf(form),
  };
}

function refundOf(orderId: string, form: FormData) {
  return {
    order_id: orderId,
    key: form.get("key"),
    lines: linesOf(form),
    shipping: amountOf(form, "shipping"),
    goodwill: amountOf(form, "goodwill"),
    channel: form.get("channel"),
    reason: form.get("reason"),
    note: text(form, "note"),
    restock: form.has("restock"),
    notify: form.has("notify"),
  };
}

/** Fields `line:{id}` hold how many pieces of each line are meant; none of a line is left out. */
function linesOf(form: FormData) {
  return [...form]
    .filter(([name]) => name.startsWith("line:"))
    .map(([name, value]) => ({ order_line_id: name.slice(5), quantity: readCount(value) }))
    .filter((line) => line.quantity !== 0);
}

/** Whole rupiah as a person writes them; nothing is none. */
function amountOf(form: FormData, name: string): number | undefined {
  const written = text(form, name).trim();
  return written === "" ? 0 : parseRupiah(written);
}

function reasonOf(form: FormData): CancelReason {
  return staffCancelReasons.find((reason) => reason === form.get("reason")) ?? "staff";
}

/** The fields of `AddressFields`. */
function placeOf(form: FormData) {
  const fields = ["recipient", "phone", "region_code", "postal_code", "street", "landmark"];
  return Object.fromEntries(fields.map((name) => [name, text(form, name)]));
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

function replyOf(
  intent: string,
  result: { ok: true } | { ok: false; problem: string },
): StaffAnswer {
  if (result.ok) return { done: intent };
  return result.problem === "refund_waits_for_approval"
    ? { asked: intent }
    : { problem: result.problem };
}
