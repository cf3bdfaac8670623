import * as v from "valibot";
import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/access.ts";
import type { CartLine } from "#shop/cart/cart.ts";
import {
  approveProof,
  askForChanges,
  messageSchema,
  writeMessage,
} from "#shop/customisations/answer-proof.server.ts";
import { reorderDesign } from "#shop/customisations/reorder-design.server.ts";

export interface ProofAnswer {
  /** A stable code; the page has words for it. */
  readonly problem?: string;
  /** For the cart of the device. */
  readonly lines?: readonly CartLine[];
}

/**
 * Handles the forms of an order's customisations: approve, change, write, order again.
 * @param network where the request comes from
 */
export async function answerCustomisation(
  actor: Person,
  form: FormData,
  network: string,
): Promise<ProofAnswer> {
  const id = form.get("id");
  if (!isUuid(id)) return { problem: "customisation_not_found" };
  const intent = form.get("intent");
  if (intent === "reorder") {
    const key = form.get("key");
    const again = isUuid(key) ? await reorderDesign(actor, id, key) : undefined;
    return again?.ok ? { lines: again.value } : { problem: again?.problem ?? "unexpected" };
  }
  if (intent === "approve" && form.get("checked") !== "on") return { problem: "words_unchecked" };
  if (intent === "approve") return answerOf(await approveProof(actor, id, network));
  const message = v.safeParse(messageSchema, { id: form.get("key"), text: form.get("text") });
  if (!message.success) return { problem: message.issues[0].message };
  if (intent === "change") {
    return answerOf(await askForChanges(actor, id, message.output, network));
  }
  if (intent === "write") return answerOf(await writeMessage(actor, id, message.output));
  return { problem: "unexpected" };
}

function answerOf(result: { ok: true } | { ok: false; problem: string }): ProofAnswer {
  return result.ok ? {} : { problem: result.problem };
}
