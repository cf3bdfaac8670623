import * as v from "valibot";
import type { Language } from "#base/language.ts";
import type { Person } from "#shop/kernel/access.ts";
import { previewInputSchema } from "#shop/orders/promotion-preview/preview-input.ts";
import {
  type PromotionPreview,
  previewPromotion,
} from "#shop/orders/promotion-preview/preview-promotion.server.ts";

export interface PreviewAnswer {
  readonly preview?: PromotionPreview;
  readonly problem?: string;
}

/** Prices a sample cart with the promotion as typed. */
export async function answerPreview(
  actor: Person,
  input: unknown,
  language: Language,
): Promise<PreviewAnswer> {
  const parsed = v.safeParse(previewInputSchema, input);
  if (!parsed.success) return { problem: "invalid" };
  const shown = await previewPromotion(actor, parsed.output, language);
  return shown.ok ? { preview: shown.value } : { problem: shown.problem };
}
