import * as v from "valibot";
import type { Sql } from "#db/client.server.ts";
import type { ApprovalKind } from "#shop/staff/approvals/approval-kind.ts";
import { adjustmentsOf, overLimitOf } from "#shop/staff/approvals/with-limits.server.ts";
import { isSame } from "#shop/staff/three-way.ts";
import { deleteDraft } from "./drafts/delete-draft.server.ts";
import { productSaveSchema } from "./product-input.ts";
import { refusalOf, type Saver, writeProduct } from "./save-product.server.ts";

const payloadSchema = v.strictObject({
  save: v.omit(productSaveSchema, ["key"]),
  adjustments: v.record(v.string(), v.number()),
});

/** Saves a product that nobody changed since the request. */
export const productApproval: ApprovalKind = {
  kind: "product",
  async perform(sql, { id, requesterId, subjectId, payload }) {
    const { save, adjustments } = v.parse(payloadSchema, payload);
    const [product] = await sql<{ version: number }[]>`
      select version from products where id = ${subjectId} for update`;
    if (!product) return "not_found";
    const counted = save.counts.map((count) => count.variant_id);
    if (product.version !== save.version) return "changed_since";
    if (!isSame(await adjustmentsOf(sql, counted), adjustments)) return "changed_since";
    const { mayEdit, ...saver } = await saverOf(sql, requesterId);
    if (!mayEdit) return "requester_not_permitted";
    try {
      const saved = await writeProduct(sql, saver, subjectId, { ...save, key: id });
      if (!saved.ok) {
        const { code } = saved.problem;
        return code === "variant_changed" ? "changed_since" : code;
      }
    } catch (error) {
      const refusal = overLimitOf(error) ? undefined : refusalOf(error);
      if (!refusal) throw error;
      return refusal.code;
    }
    await deleteDraft(sql, subjectId, requesterId);
    return undefined;
  },
};

async function saverOf(sql: Sql, actorId: string): Promise<Saver & { readonly mayEdit: boolean }> {
  const [row] = await sql<Omit<Saver & { mayEdit: boolean }, "actorId">[]>`
    select private.may(${actorId}, 'products.edit') as "mayEdit", private.may(${actorId}, 'prices.edit') as "mayPrice",
      private.may(${actorId}, 'stock.adjust') as "mayCount"`;
  if (!row) throw new Error("the rights of the requester gave no row");
  return { actorId, ...row };
}
