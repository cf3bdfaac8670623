import * as v from "valibot";
import { readMessage, readPin, readSettling } from "#app/read-pin-form.server.ts";
import type { Language } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { CartLine } from "#shop/orders/cart/cart.ts";
import {
  keepPicturesLonger,
  picturesUntilSchema,
} from "#shop/production/customisations/print-files/keep-pictures.server.ts";
import {
  approveProof,
  askForChanges,
  writeMessage,
} from "#shop/production/customisations/proofs/answer-proof.server.ts";
import { pinProof, settlePin } from "#shop/production/customisations/proofs/pin-proof.server.ts";
import { reorderDesign } from "#shop/production/customisations/reorder-design.server.ts";
import { approvalWording } from "./approval-wording.ts";

export interface ProofAnswer {
  /** A stable code; the page has words for it. */
  readonly problem?: string;
  /** For the cart of the device. */
  readonly lines?: readonly CartLine[];
}

/**
 * Handles the forms of an order's customisations: approve, change, write, mark a place, order again.
 * @param seen.network where the request comes from
 * @param seen.language of the page
 */
export async function answerCustomisation(
  actor: Person,
  form: FormData,
  { network, language }: { readonly network: string; readonly language: Language },
): Promise<ProofAnswer> {
  const id = form.get("id");
  if (!isUuid(id)) return { problem: "customisation_not_found" };
  const intent = form.get("intent");
  if (intent === "reorder") {
    const key = form.get("key");
    const again = isUuid(key) ? await reorderDesign(actor, id, key) : undefined;
    return again?.ok ? { lines: again.value } : { problem: again?.problem ?? "unexpected" };
  }
  if (intent === "keep-pictures") {
    const seen = v.safeParse(picturesUntilSchema, form.get("until"));
    if (!seen.success) return { problem: "unexpected" };
    return answerOf(await keepPicturesLonger(actor, id, seen.output));
  }
  if (intent === "approve" && form.get("checked") !== "on") return { problem: "words_unchecked" };
  if (intent === "approve")
    return answerOf(await approveProof(actor, id, { network, wording: approvalWording(language) }));
  if (intent === "pin") {
    const pin = readPin(form);
    return answerOf(pin.ok ? await pinProof(actor, id, pin.value) : pin);
  }
  if (intent === "settle") {
    const settling = readSettling(form);
    return answerOf(settling.ok ? await settlePin(actor, settling.value) : settling);
  }
  const message = readMessage(form);
  if (!message.ok) return answerOf(message);
  if (intent === "change") return answerOf(await askForChanges(actor, id, message.value, network));
  if (intent === "write") return answerOf(await writeMessage(actor, id, message.value));
  return { problem: "unexpected" };
}

function answerOf(result: { ok: true } | { ok: false; problem: string }): ProofAnswer {
  return result.ok ? {} : { problem: result.problem };
}
