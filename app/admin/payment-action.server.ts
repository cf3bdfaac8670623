import * as v from "valibot";
import type { Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/kernel/access.ts";
import { parseRupiah } from "#shop/kernel/money.ts";
import { resolveTask, taskResolutions } from "#shop/orders/payments/review/resolve-task.server.ts";
import {
  confirmReceipt,
  receiptSchema,
} from "#shop/orders/payments/settlement/confirm-receipt.server.ts";
import {
  approveRefund,
  declineRefund,
} from "#shop/orders/refund-approvals/decide-refund.server.ts";
import {
  recordByHand,
  recordTransfer,
  retryRefund,
  transferInstead,
} from "#shop/orders/refunds/refund-steps.server.ts";

export interface PaymentAnswer {
  readonly done?: true;
  /** The decision about a request. */
  readonly decided?: "approved" | "declined";
  /** It waits for approval. */
  readonly asked?: true;
  /** A stable code; the page has words for it. */
  readonly problem?: string;
}

const taskSchema = v.object({ task_id: v.string(), resolution: v.picklist(taskResolutions) });

/** Handles the forms of payments: record received money, decide about mismatches. */
export async function answerPayments(actor: Person, form: FormData): Promise<PaymentAnswer> {
  const fields = Object.fromEntries(form);
  switch (form.get("intent")) {
    case "receive": {
      const amount = parseRupiah(String(fields.amount ?? ""));
      if (amount === undefined || amount === 0) return { problem: "amount_invalid" };
      const { payment_id, note } = fields;
      const input = v.safeParse(receiptSchema, { payment_id, note, amount });
      if (!input.success) return { problem: "invalid_input" };
      return replyOf(await confirmReceipt(actor, input.output));
    }
    case "resolve": {
      const input = v.safeParse(taskSchema, fields);
      if (!input.success) return { problem: "invalid_input" };
      const { task_id, resolution } = input.output;
      return replyOf(await resolveTask(actor, task_id, resolution));
    }
    case "refund-retry":
      return replyOf(await retryRefund(actor, partOf(fields)));
    case "refund-transfer":
      return replyOf(await transferInstead(actor, partOf(fields)));
    case "refund-approve":
      return replyOf(await approveRefund(actor, String(fields.request_id ?? "")), "approved");
    case "refund-decline":
      return replyOf(
        await declineRefund(actor, String(fields.request_id ?? ""), String(fields.answer ?? "")),
        "declined",
      );
    case "refund-transferred":
      return replyOf(await recordTransfer(actor, partOf(fields), String(fields.reference ?? "")));
    case "refund-by-hand":
      return replyOf(await recordByHand(actor, partOf(fields), String(fields.reference ?? "")));
    default:
      return { problem: "invalid_input" };
  }
}

function replyOf(
  result: Result<unknown, string>,
  decided?: "approved" | "declined",
): PaymentAnswer {
  if (result.ok) return decided ? { done: true, decided } : { done: true };
  return result.problem === "refund_waits_for_approval"
    ? { asked: true }
    : { problem: result.problem };
}

/** The refund that a form names; one that cannot be an id is found nowhere. */
function partOf({ refund_id }: Readonly<Record<string, unknown>>): string {
  return isUuid(refund_id) ? refund_id : "00000000-0000-0000-0000-000000000000";
}
