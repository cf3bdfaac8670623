import * as v from "valibot";
import { formProblems } from "#app/form-problems.server.ts";
import type { Person } from "#shop/access.ts";
import { type PromotionFields, promotionSaveSchema } from "#shop/promotions/promotion-input.ts";
import { savePromotion } from "#shop/promotions/save-promotion.server.ts";

export interface PromotionAnswer {
  readonly done?: "save";
  readonly of?: string;
  readonly problem?: string;
  /** A code for each field that needs to be put right, by its path. */
  readonly problems?: Readonly<Record<string, string>>;
  /** The code that another promotion has. */
  readonly taken?: { readonly promo_code: string; readonly promotion: string };
  readonly conflict?: {
    readonly version: number;
    readonly theirs: PromotionFields;
    readonly conflicts: readonly (keyof PromotionFields)[];
  };
}

/** Handles what the builder of a promotion posts: `intent`, and its `input` as JSON. */
export async function answerPromotion(
  actor: Person,
  id: string,
  form: FormData,
): Promise<PromotionAnswer> {
  const input = readInput(form);
  switch (form.get("intent")) {
    case "save":
      return save(actor, id, input);
    default:
      return { problem: "invalid_input" };
  }
}

async function save(actor: Person, id: string, input: unknown): Promise<PromotionAnswer> {
  const parsed = v.safeParse(promotionSaveSchema, { ...(input as object), id });
  if (!parsed.success) return { problem: "invalid", problems: formProblems(parsed.issues) };
  const saved = await savePromotion(actor, parsed.output);
  if (saved.ok) return { done: "save", of: saved.value.id };
  const { problem } = saved;
  switch (problem.code) {
    case "promo_code_taken": {
      const { promo_code, promotion } = problem;
      return {
        problem: problem.code,
        problems: { "after.codes": problem.code },
        taken: { promo_code, promotion },
      };
    }
    case "changed_meanwhile": {
      const { version, theirs, conflicts } = problem;
      return { problem: problem.code, conflict: { version, theirs, conflicts } };
    }
    case "promotion_contradictory":
      return {
        problem: "invalid",
        problems: Object.fromEntries(
          Object.entries(problem.problems).map(([path, code]) => [`after.${path}`, code]),
        ),
      };
    default:
      return { problem: problem.code };
  }
}

/** The JSON of `input`; undefined for none. */
function readInput(form: FormData): unknown {
  const text = form.get("input");
  if (typeof text !== "string") return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    // Not JSON: the schema answers for it.
    return undefined;
  }
}
