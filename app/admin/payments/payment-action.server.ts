import * as v from "valibot";
import type { Person } from "#shop/access.ts";
import { parseRupiah } from "#shop/money.ts";
import { confirmReceipt, receiptSchema } from "#shop/payments/confirm-receipt.server.ts";
import { resolveTask, taskResolutions } from "#shop/payments/resolve-task.server.ts";

export interface PaymentAnswer {
  readonly done?: true;
  /** A stable code; the page has words for it. */
  readonly problem?: string;
}

const taskSchema = v.object({ task_id: v.string(), resolution: v.picklist(taskResolutions) });

/** What staff can do with payments: write down what came, decide about what does not match. */
export async function answerPayments(actor: Person, form: FormData): Promise<PaymentAnswer> {
  const fields = Object.fromEntries(form);
  switch (form.get("intent")) {
    case "receive": {
      const amount = parseRupiah(String(fields.amount ?? ""));
      if (amount === undefined || amount === 0) return { problem: "amount_invalid" };
      const { payment_id, note } = fields;
      const input = v.safeParse(receiptSchema, { payment_id, note, amount });
      if (!input.success) return { problem: "invalid_input" };
      const result = await confirmReceipt(actor, input.output);
      return result.ok ? { done: true } : { problem: result.problem };
    }
    case "resolve": {
      const input = v.safeParse(taskSchema, fields);
      if (!input.success) return { problem: "invalid_input" };
      const { task_id, resolution } = input.output;
      const result = await resolveTask(actor, task_id, resolution);
      return result.ok ? { done: true } : { problem: result.problem };
    }
    default:
      return { problem: "invalid_input" };
  }
}
