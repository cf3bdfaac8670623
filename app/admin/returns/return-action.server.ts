import { readCount } from "#app/read-whole.ts";
import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/kernel/access.ts";
import { parseRupiah } from "#shop/kernel/money.ts";
import {
  approveReturn,
  askForPhotos,
  declineReturn,
  receiveReturn,
} from "#shop/orders/returns/decide-return.server.ts";
import {
  closeReturn,
  refundReturn,
  resolveClaim,
} from "#shop/orders/returns/settle-return.server.ts";

export interface ReturnAnswer {
  readonly done?: string;
  /** The intent that waits for approval. */
  readonly asked?: string;
  /** A stable code; the page has words for it. */
  readonly problem?: string;
}

/** Handles the forms of a return's page. Every intent is idempotent. */
export async function answerReturn(
  actor: Person,
  returnId: string,
  form: FormData,
): Promise<ReturnAnswer> {
  if (!isUuid(returnId)) return { problem: "return_not_found" };
  const intent = text(form, "intent");
  const answer = text(form, "answer");
  const shipping = text(form, "shipping").trim() === "" ? 0 : parseRupiah(text(form, "shipping"));
  const channel = form.get("channel") === "bank_transfer" ? "bank_transfer" : "original";
  if (shipping === undefined) return { problem: "invalid_input" };
  switch (intent) {
    case "approve":
      return replyOf(intent, await approveReturn(actor, returnId, answer));
    case "ask-photos":
      return replyOf(intent, await askForPhotos(actor, returnId, answer));
    case "decline":
      return replyOf(intent, await declineReturn(actor, returnId, answer));
    case "receive":
      return replyOf(intent, await receiveReturn(actor, returnId, countsOf(form)));
    case "refund":
      return replyOf(intent, await refundReturn(actor, returnId, { shipping, channel }));
    case "close":
      return replyOf(intent, await closeReturn(actor, returnId, answer));
    case "resolve": {
      const resolution = (["refund", "replacement", "both"] as const).find(
        (one) => one === form.get("resolution"),
      );
      if (!resolution) return { problem: "invalid_input" };
      return replyOf(
        intent,
        await resolveClaim(actor, returnId, resolution, { shipping, channel }),
      );
    }
    default:
      return { problem: "invalid_input" };
  }
}

/** Fields `resellable:{line}` and `damaged:{line}`. */
function countsOf(form: FormData) {
  return [...form.keys()]
    .filter((name) => name.startsWith("resellable:"))
    .map((name) => {
      const line = name.slice("resellable:".length);
      return {
        order_line_id: line,
        resellable: readCount(form.get(name)),
        damaged: readCount(form.get(`damaged:${line}`)),
      };
    });
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

function replyOf(
  intent: string,
  result: { ok: true } | { ok: false; problem: string },
): ReturnAnswer {
  if (result.ok) return { done: intent };
  return result.problem === "refund_waits_for_approval"
    ? { asked: intent }
    : { problem: result.problem };
}
