import * as v from "valibot";
import { readMessage, readPin, readSettling } from "#app/read-pin-form.server.ts";
import { AppError } from "#base/errors.ts";
import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/kernel/access.ts";
import { readAmount } from "#shop/kernel/read-amount.ts";
import { claimCustomisation } from "#shop/production/customisations/claim-customisation.server.ts";
import {
  reprint,
  reprintSchema,
} from "#shop/production/customisations/print-files/reprint.server.ts";
import {
  pinProofAsStaff,
  settlePinAsStaff,
} from "#shop/production/customisations/proofs/pin-proof.server.ts";
import {
  answerBuyer,
  approveAsOrdered,
  rejectDesign,
  rejectInputSchema,
  reviewInputSchema,
  takeIntoReview,
} from "#shop/production/customisations/proofs/review-design.server.ts";
import {
  sendProof,
  sendProofSchema,
} from "#shop/production/customisations/proofs/send-proof.server.ts";
import { answerCount, type CountAnswer } from "./count-action.server.ts";

export interface ReviewAnswer {
  /** The intent that was carried out. */
  readonly done?: string;
  /** A stable code; the page has words for it. */
  readonly problem?: string;
}

/** Handles the forms of a design's page: review, approve, reject, proof, count, write,
 * mark a place, claim. The use cases check who may. */
export async function answerReview(
  actor: Person,
  customisationId: string,
  form: FormData,
): Promise<ReviewAnswer | CountAnswer> {
  if (!isUuid(customisationId)) return { problem: "customisation_not_found" };
  const intent = text(form, "intent");
  const seen = {
    customisation_id: customisationId,
    status: text(form, "status"),
    proof_id: text(form, "proof") || null,
  };
  switch (intent) {
    case "review":
    case "approve": {
      const input = v.safeParse(reviewInputSchema, seen);
      if (!input.success) return { problem: "invalid_input" };
      const step = intent === "review" ? takeIntoReview : approveAsOrdered;
      return replyOf(intent, await step(actor, input.output));
    }
    case "reject": {
      const filled = { ...seen, reason: text(form, "reason"), note: text(form, "note") };
      const input = v.safeParse(rejectInputSchema, filled);
      if (!input.success) return { problem: problemOf(input.issues, "rejection_missing") };
      return replyOf(intent, await rejectDesign(actor, input.output));
    }
    case "proof": {
      const texts = Object.fromEntries(
        [...form.keys()]
          .filter((name) => name.startsWith("text:"))
          .map((name) => [name.slice("text:".length), text(form, name)]),
      );
      const filled = { ...seen, id: text(form, "key"), note: text(form, "note"), texts };
      const input = v.safeParse(sendProofSchema, filled);
      if (!input.success) return { problem: problemOf(input.issues, "note_missing") };
      return sendProof(actor, input.output).then(
        (sent) => replyOf(intent, sent),
        (error: unknown) => {
          if (error instanceof AppError && error.code === "busy") return { problem: error.code };
          throw error;
        },
      );
    }
    case "count":
      return answerCount(actor, customisationId, form);
    case "reprint": {
      const input = v.safeParse(reprintSchema, {
        id: text(form, "key"),
        customisation_id: customisationId,
        pieces: readAmount(text(form, "pieces")) ?? 0,
        reason: text(form, "reason"),
      });
      if (!input.success) return { problem: problemOf(input.issues, "reprint_reason_missing") };
      return replyOf(intent, await reprint(actor, input.output));
    }
    case "write": {
      const message = readMessage(form);
      if (!message.ok) return message;
      return replyOf(intent, await answerBuyer(actor, customisationId, message.value));
    }
    case "claim": {
      const from = text(form, "over") || null;
      if (from !== null && !isUuid(from)) return { problem: "invalid_input" };
      return replyOf(intent, await claimCustomisation(actor, customisationId, from));
    }
    case "pin": {
      const pin = readPin(form);
      if (!pin.ok) return pin;
      return replyOf(intent, await pinProofAsStaff(actor, customisationId, pin.value));
    }
    case "settle": {
      const settling = readSettling(form);
      if (!settling.ok) return settling;
      return replyOf(intent, await settlePinAsStaff(actor, customisationId, settling.value));
    }
    default:
      return { problem: "invalid_input" };
  }
}

/** The code that the page has its own words for, else `invalid_input`. */
function problemOf(issues: readonly { readonly message: string }[], code: string): string {
  return issues.some(({ message }) => message === code) ? code : "invalid_input";
}

function replyOf(
  intent: string,
  result: { ok: true } | { ok: false; problem: string },
): ReviewAnswer {
  return result.ok ? { done: intent } : { problem: result.problem };
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.replaceAll("\0", "").trim() : "";
}
