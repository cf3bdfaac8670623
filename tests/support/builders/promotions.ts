import * as v from "valibot";
import { expect } from "vitest";
import type { Person } from "#shop/access.ts";
import { type PromotionFields, promotionFieldsSchema } from "#shop/promotions/promotion-input.ts";
import { savePromotion } from "#shop/promotions/save-promotion.server.ts";
import { provenAdmin } from "./shop.ts";

/** Ten thousand rupiah off an order, without a code; `change` overrides fields. */
export function promotionFields(change: Readonly<Record<string, unknown>> = {}): PromotionFields {
  return v.parse(promotionFieldsSchema, {
    name: { id: "Uji", en: "Test" },
    class: "order",
    type: "fixed",
    value: 10_000,
    ...change,
  });
}

/** Saves a new promotion as the actor. */
export function createPromotion(
  actor: Person,
  fields: PromotionFields,
  id: string = crypto.randomUUID(),
): ReturnType<typeof savePromotion> {
  return savePromotion(actor, { id, version: 0, before: null, after: fields });
}

/**
 * Saves a promotion of ten thousand rupiah off an order as an administrator; `change` overrides fields. @returns its
 * id
 */
export async function makePromotion(
  code: string,
  change: Partial<PromotionFields> = {},
): Promise<string> {
  const saved = await createPromotion(await provenAdmin(), {
    ...promotionFields({
      name: { id: code || "Uji", en: code || "Test" },
      codes: code ? [code] : [],
    }),
    ...change,
  });
  if (!saved.ok) expect(saved).toMatchObject({ ok: true });
  return saved.ok ? saved.value.id : "";
}
