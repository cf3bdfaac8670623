import * as v from "valibot";
import type { Person } from "#shop/kernel/access.ts";
import type { Quote } from "#shop/orders/cart/cart.ts";
import { problemsOfOrder } from "#shop/orders/drafts/check-draft.ts";
import {
  type OrderDraftInput,
  orderDraft,
  orderDraftSchema,
} from "#shop/orders/drafts/order-draft.server.ts";
import { dropDraft, saveDraft } from "#shop/orders/drafts/save-draft.server.ts";

export interface DraftAnswer {
  readonly done?: "save" | "drop" | "order";
  /** Of the stored draft. */
  readonly revision?: number;
  readonly order_id?: string;
  readonly problem?: string;
  /** Problem codes by the path of the field. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The price now, after a refused order. */
  readonly quote?: Quote;
}

const revision = v.pipe(v.number(), v.integer(), v.minValue(0));
const replaces = v.optional(v.nullable(v.pipe(v.string(), v.uuid())), null);
const { revision: _, ...finish } = orderDraftSchema.entries;
const requestSchema = v.variant("intent", [
  v.object({ intent: v.literal("save"), revision, replaces, form: v.unknown() }),
  v.object({ intent: v.literal("order"), revision, replaces, form: v.unknown(), ...finish }),
  v.object({ intent: v.literal("drop") }),
]);

/** Handles the JSON requests of the draft editor. `order` saves the draft first, so that the order matches the form. */
export async function answerDraft(actor: Person, id: string, body: unknown): Promise<DraftAnswer> {
  const read = v.safeParse(requestSchema, body);
  if (!read.success) return { problem: "invalid_input" };
  const wanted = read.output;
  if (wanted.intent === "drop") {
    const dropped = await dropDraft(actor, id);
    return dropped.ok ? { done: "drop" } : { problem: dropped.problem.code };
  }
  const saved = await saveDraft(actor, id, wanted.revision, wanted.form, wanted.replaces);
  if (!saved.ok) {
    // The first of two identical order requests closed the draft.
    const isRepeated = saved.problem.code === "draft_closed" && wanted.intent === "order";
    if (!isRepeated) {
      const invalid = "fields" in saved.problem ? saved.problem.fields : undefined;
      if (!invalid) return { problem: saved.problem.code };
      const isOrder = wanted.intent === "order";
      const fields = isOrder ? problemsOfOrder(wanted.form, invalid) : invalid;
      return { problem: saved.problem.code, fields };
    }
  }
  const stored = saved.ok ? saved.value.revision : Math.max(1, wanted.revision);
  if (wanted.intent === "save") return { done: "save", revision: stored };
  return order(actor, id, { ...wanted, revision: stored });
}

async function order(
  actor: Person,
  id: string,
  { revision, finish, expected_total, hold_hours, deposit_percent }: OrderDraftInput,
): Promise<DraftAnswer> {
  const input = { revision, finish, expected_total, hold_hours, deposit_percent };
  const made = await orderDraft(actor, id, input);
  if (made.ok) return { done: "order", revision, order_id: made.value.order_id };
  const { problem } = made;
  return {
    problem: problem.code,
    revision,
    ...("fields" in problem ? { fields: problem.fields } : {}),
    ...("quote" in problem ? { quote: problem.quote } : {}),
  };
}
