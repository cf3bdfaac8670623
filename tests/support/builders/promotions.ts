import * as v from "valibot";
import { expect } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { batchInputSchema } from "#shop/promotions/batch.ts";
import { createBatch } from "#shop/promotions/batches.server.ts";
import { savePromotion } from "#shop/promotions/editor/save-promotion.server.ts";
import { makeCodes } from "#shop/promotions/make-codes.server.ts";
import { type PromotionFields, promotionFieldsSchema } from "#shop/promotions/promotion-input.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
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

/** Single-use codes of a promotion, made at once as the job makes them. @returns the codes in alphabetical order */
export async function makeBatch(
  actor: Person,
  promotionId: string,
  order: { count: number; prefix?: string; id?: string },
): Promise<string[]> {
  const input = v.parse(batchInputSchema, {
    promotion_id: promotionId,
    id: crypto.randomUUID(),
    ...order,
  });
  const created = await createBatch(actor, input);
  if (!created.ok) expect(created).toMatchObject({ ok: true });
  await runBatch(input.id);
  const rows = await asSeed()<{ code: string }[]>`
    select code from promo_codes where batch = ${input.id} order by code`;
  return rows.map(({ code }) => code);
}

/** Runs the chunks of a batch one after the other until nothing is left to make. */
export async function runBatch(id: string): Promise<void> {
  for (let left = true; left; ) {
    await makeCodes(id);
    const [row] = await asSeed()<{ left: boolean }[]>`
      select state in ('queued', 'running') as left from promo_batches where id = ${id}`;
    left = row?.left === true;
  }
}
