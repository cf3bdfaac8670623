import * as v from "valibot";
import { isUuid } from "#base/uuid.ts";
import {
  cancelSchedule,
  type DraftProblem,
  dropDraft,
  findDraftOf,
  keepDraft,
  scheduleDraft,
} from "#shop/catalogue/products/drafts/product-drafts.server.ts";
import { type ProductForm, productFormSchema } from "#shop/catalogue/products/product-form.ts";
import { productSaveSchema } from "#shop/catalogue/products/product-input.ts";
import type { Person } from "#shop/kernel/access.ts";
import { staffWith } from "../../staff.server.ts";
import type { Route } from "./+types/draft-request";

export interface DraftAnswer {
  readonly revision?: number;
  readonly problem?: DraftProblem | "invalid_input" | "unreachable" | undefined;
}

const revision = v.pipe(v.number(), v.integer(), v.minValue(0));
const requestSchema = v.variant("intent", [
  v.strictObject({ intent: v.literal("keep"), revision, form: productFormSchema }),
  v.strictObject({
    intent: v.literal("schedule"),
    revision,
    form: productFormSchema,
    save: productSaveSchema,
    /** `2026-12-01T09:00` in the shop's time. */
    apply_at: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, "apply_at_invalid")),
  }),
  v.strictObject({ intent: v.literal("unschedule") }),
  v.strictObject({ intent: v.literal("drop") }),
]);

/** The form that a colleague keeps of a product: `{form}`, or 404. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const actor = staffWith(context, "products.edit");
  const form = await findDraftOf(actor, params.id, url.searchParams.get("author") ?? "");
  return Response.json({ form }, { status: form ? 200 : 404 });
}

/** Keeps, schedules or drops what the actor typed: 200 with the revision, or 422 with `{problem}`. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = staffWith(context, "products.edit");
  const body: unknown = await request.json().catch(() => undefined);
  const answer = await answerDraft(actor, params.id, body);
  return Response.json(answer, { status: answer.problem ? 422 : 200 });
}

async function answerDraft(actor: Person, productId: string, body: unknown): Promise<DraftAnswer> {
  const read = v.safeParse(requestSchema, body);
  if (!read.success || !isUuid(productId)) {
    const isTime = read.issues?.some(({ message }) => message === "apply_at_invalid");
    return { problem: isTime ? "apply_at_invalid" : "invalid_input" };
  }
  const wanted = read.output;
  switch (wanted.intent) {
    case "keep": {
      const form = wanted.form as ProductForm;
      const kept = await keepDraft(actor, productId, wanted.revision, form);
      return kept.ok ? kept.value : { problem: kept.problem };
    }
    case "schedule": {
      const { revision: known, save, apply_at } = wanted;
      const form = wanted.form as ProductForm;
      const kept = await scheduleDraft(actor, productId, known, form, save, apply_at);
      return kept.ok ? kept.value : { problem: kept.problem };
    }
    case "unschedule": {
      const kept = await cancelSchedule(actor, productId);
      return kept.ok ? kept.value : { problem: kept.problem };
    }
    case "drop": {
      const dropped = await dropDraft(actor, productId);
      return dropped.ok ? { revision: 0 } : { problem: dropped.problem };
    }
  }
}
