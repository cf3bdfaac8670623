import * as v from "valibot";
import { formProblems } from "#app/form-problems.server.ts";
import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/kernel/access.ts";
import {
  changeStatus,
  type StatusAct,
  statusActs,
} from "#shop/promotions/editor/change-status.server.ts";
import { duplicatePromotion } from "#shop/promotions/editor/duplicate-promotion.server.ts";
import { savePromotion } from "#shop/promotions/editor/save-promotion.server.ts";
import { type PromotionFields, promotionSaveSchema } from "#shop/promotions/promotion-input.ts";

export interface PromotionAnswer {
  readonly done?: "save" | "duplicate" | StatusAct;
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
  const intent = form.get("intent");
  const act = statusActs.find((one) => one === intent);
  if (act) {
    const changed = await changeStatus(actor, id, act);
    return changed.ok ? { done: act } : { problem: changed.problem };
  }
  if (intent === "save") return save(actor, id, readInput(form));
  if (intent === "duplicate") return duplicate(actor, id, form.get("copy"));
  return { problem: "invalid_input" };
}

async function duplicate(
  actor: Person,
  id: string,
  copyId: FormDataEntryValue | null,
): Promise<PromotionAnswer> {
  if (typeof copyId !== "string" || !isUuid(copyId)) return { problem: "invalid_input" };
  const copied = await duplicatePromotion(actor, id, copyId);
  return copied.ok ? { done: "duplicate", of: copied.value.id } : { problem: copied.problem.code };
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

/** The JSON of the field `input`; undefined for none. */
export function readInput(form: FormData): unknown {
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
