import * as v from "valibot";
import type { Person } from "#shop/kernel/access.ts";
import { readAmount } from "#shop/kernel/read-amount.ts";
import {
  countPrinted,
  type PrintedProblem,
  printedInputSchema,
} from "#shop/production/customisations/print-files/print-pieces.server.ts";

export type CountAnswer =
  | { readonly done: true; readonly of: string }
  | { readonly problem: PrintedProblem | "invalid_input" };

/** Counts printed pieces. The use case checks who may. */
export async function answerCount(
  actor: Person,
  customisationId: string,
  form: FormData,
): Promise<CountAnswer> {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.replaceAll("\0", "").trim() : "";
  };
  const pieces = (name: string) => (text(name) === "" ? 0 : (readAmount(text(name)) ?? Number.NaN));
  const input = v.safeParse(printedInputSchema, {
    id: text("id"),
    customisation_id: customisationId,
    good: pieces("good"),
    spoiled: pieces("spoiled"),
    reason: text("reason"),
  });
  if (!input.success) return { problem: "invalid_input" };
  const counted = await countPrinted(actor, input.output);
  return counted.ok ? { done: true, of: input.output.id } : { problem: counted.problem };
}
