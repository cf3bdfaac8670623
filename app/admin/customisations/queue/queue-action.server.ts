import * as v from "valibot";
import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/kernel/access.ts";
import { readAmount } from "#shop/kernel/read-amount.ts";
import {
  countPrinted,
  printedInputSchema,
} from "#shop/production/customisations/print-files/print-pieces.server.ts";
import { startPrinting } from "#shop/production/customisations/print-files/start-printing.server.ts";
import {
  approveAsOrdered,
  reviewInputSchema,
  takeIntoReview,
} from "#shop/production/customisations/proofs/review-design.server.ts";
import type { CardStep } from "#shop/production/customisations/queue/queue-view.ts";

/** Designs that one form starts: a page of the list. */
const maxStarted = 50;

export interface QueueAnswer {
  /** The step that was taken. */
  readonly done?: CardStep;
  /** Of `start`: how many are printed now, and how many cannot begin. */
  readonly started?: number;
  readonly left?: number;
  /** A stable code; the page has words for it. */
  readonly problem?: string;
}

/** Moves cards of the queue: one, or several that begin to be printed. The use cases check who may. */
export async function answerQueue(actor: Person, form: FormData): Promise<QueueAnswer> {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.replaceAll("\0", "").trim() : "";
  };
  const step = text("step");
  switch (step) {
    case "start":
      return startAll(actor, form.getAll("id"));
    case "approve":
    case "review": {
      const input = v.safeParse(reviewInputSchema, {
        customisation_id: text("id"),
        status: text("status"),
        proof_id: text("proof") || null,
      });
      if (!input.success) return { problem: "invalid_input" };
      const take = step === "approve" ? approveAsOrdered : takeIntoReview;
      return replyOf(step, await take(actor, input.output));
    }
    case "finish": {
      const input = v.safeParse(printedInputSchema, {
        id: text("key"),
        customisation_id: text("id"),
        spoiled: 0,
        reason: "",
        good: readAmount(text("good")) ?? 0,
      });
      if (!input.success) return { problem: "invalid_input" };
      return replyOf(step, await countPrinted(actor, input.output));
    }
    default:
      return { problem: "invalid_input" };
  }
}

async function startAll(actor: Person, given: readonly unknown[]): Promise<QueueAnswer> {
  const ids = [...new Set(given.filter((id) => typeof id === "string"))];
  if (ids.length === 0 || ids.length > maxStarted || !ids.every(isUuid))
    return { problem: "invalid_input" };
  let started = 0;
  let problem: string | undefined;
  // One after the other: each has its order's lock and its mail.
  for (const id of ids) {
    const begun = await startPrinting(actor, id);
    if (begun.ok) started++;
    else problem = begun.problem;
  }
  const isNone = started === 0 && problem !== undefined;
  return isNone ? { problem } : { done: "start", started, left: ids.length - started };
}

function replyOf(
  step: CardStep,
  result: { ok: true } | { ok: false; problem: string },
): QueueAnswer {
  return result.ok ? { done: step } : { problem: result.problem };
}
