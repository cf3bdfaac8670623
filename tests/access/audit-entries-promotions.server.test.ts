import { beforeAll, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import type { BatchChange } from "#shop/promotions/batch.ts";
import { changeBatch, createBatch } from "#shop/promotions/batches.server.ts";
import { changeStatus, type StatusAct } from "#shop/promotions/editor/change-status.server.ts";
import { duplicatePromotion } from "#shop/promotions/editor/duplicate-promotion.server.ts";
import { findPromotion } from "#shop/promotions/editor/find-promotion.server.ts";
import { savePromotion } from "#shop/promotions/editor/save-promotion.server.ts";
import type { PromotionFields } from "#shop/promotions/promotion-input.ts";
import { createPromotion, promotionFields } from "#tests/support/builders/promotions.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { type Act, about, actingAdmin, expectEntries, expectEveryUseCase } from "./acts.ts";

testDatabase({ demo: true });
let admin: Person;
let categoryId: string;
beforeAll(async () => {
  admin = await actingAdmin();
  const [category] = await asSeed()<
    { id: string }[]
  >`select id from categories order by id limit 1`;
  categoryId = category?.id ?? "";
});

const promotionId = crypto.randomUUID();
const copyId = crypto.randomUUID();
const batchId = crypto.randomUUID();
/** Saves a change as somebody who read the promotion just now. */
async function change(by: Partial<PromotionFields>) {
  const found = await findPromotion(admin, promotionId);
  if (!found) throw new Error("no such promotion");
  const { version, fields } = found;
  return savePromotion(admin, {
    id: promotionId,
    version,
    before: fields,
    after: { ...fields, ...by },
  });
}

const promotionFacts =
  "allocation automatic class combines_with created_at created_by enabled exclude_sale_items first_order_only id is_shown min_quantity min_subtotal name priority type value";
const categoryFacts = "category_id promotion_id use";
const ofPromotion = about("promotion", promotionId);
const ofCopy = about("promotion", copyId);
const status = (name: string, act: StatusAct, fields: string): Act => ({
  name,
  useCase: "changeStatus",
  run: () => changeStatus(admin, promotionId, act),
  entries: [ofPromotion("promotions.changed", fields)],
  again: true,
});
const batch = (name: string, by: BatchChange, fields: string): Act => ({
  name,
  useCase: "changeBatch",
  run: () => changeBatch(admin, by),
  entries: [ofPromotion("promo_batches.changed", fields)],
});

/** In order: later ones need earlier ones. */
const acts: readonly Act[] = [
  {
    name: "a new promotion with two codes",
    useCase: "savePromotion",
    run: () =>
      createPromotion(
        admin,
        promotionFields({ class: "product", codes: ["CATAT-1", "CATAT-2"] }),
        promotionId,
      ),
    entries: [
      ofPromotion("promotions.created", promotionFacts),
      ofPromotion("promo_codes.created", "code"),
      ofPromotion("promo_codes.created", "code"),
    ],
    again: true,
  },
  {
    name: "another value, without a code, and for a category",
    useCase: "savePromotion",
    run: () => change({ value: 12_000, codes: ["CATAT-1"], category_ids: [categoryId] }),
    entries: [
      ofPromotion("promotions.changed", "value"),
      ofPromotion("promotion_categories.created", categoryFacts),
      ofPromotion("promo_codes.changed", "active code"),
    ],
    again: true,
  },
  {
    name: "a copy",
    useCase: "savePromotion",
    run: () => duplicatePromotion(admin, promotionId, copyId),
    entries: [
      ofCopy("promotions.created", promotionFacts),
      ofCopy("promotion_categories.created", categoryFacts),
    ],
    again: true,
  },
  status("a promotion that pauses", "pause", "enabled"),
  status("a promotion that goes on", "resume", "enabled"),
  {
    name: "codes to be made",
    useCase: "createBatch",
    run: () =>
      createBatch(admin, {
        promotion_id: promotionId,
        id: batchId,
        prefix: "CAT",
        length: 10,
        count: 5,
        note: "",
      }),
    entries: [
      ofPromotion(
        "promo_batches.created",
        "count created_at created_by id length prefix promotion_id state",
      ),
    ],
    again: true,
  },
  { ...batch("a note", { id: batchId, act: "note", note: "Untuk mitra" }, "note"), again: true },
  { ...batch("codes that wait", { id: batchId, act: "pause" }, "state"), again: true },
  batch("codes that are made on", { id: batchId, act: "resume" }, "state"),
  {
    ...batch("codes that no longer apply", { id: batchId, act: "revoke" }, "revoked_at state"),
    again: true,
  },
  status("a promotion that ends", "end", "ends_at"),
  status("a promotion in the archive", "archive", "archived_at enabled"),
  status("a promotion out of the archive", "unarchive", "archived_at"),
];

test("each act on promotions leaves exactly its entries", () => expectEntries(admin, acts));

test("every use case that writes promotions is one of these acts", () =>
  expectEveryUseCase(/^(promotions|orders\/promotion-preview)\//, acts));
