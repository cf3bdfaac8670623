import type { Sql } from "#db/client.server.ts";
import type { NewApproval } from "#shop/staff/approvals/approval.ts";
import { adjustmentsOf, showChanges } from "#shop/staff/approvals/with-limits.server.ts";
import { isSame, mergeThreeWay } from "#shop/staff/three-way.ts";
import { describeVariants, permissionsFor } from "./grid/describe-rows.server.ts";
import type { ProductFields } from "./product.ts";
import type { ProductSave } from "./product-input.ts";
import { readProductFields } from "./read-product-fields.server.ts";

/** A save of a product, as a colleague decides about it: with the version of the product as it is now. */
export async function describeSave(
  sql: Sql,
  id: string,
  input: ProductSave,
): Promise<NewApproval | undefined> {
  const stored = await readProductFields(sql, id);
  if (!stored) return undefined;
  const { key: _, ...save } = input;
  const { merged } = mergeThreeWay<ProductFields>(input.before, stored.fields, input.after);
  const counts = new Map(
    input.counts.map(({ variant_id, seen, counted }) => [variant_id, counted - seen]),
  );
  const ids = new Set([...input.variants.map((variant) => variant.id), ...counts.keys()]);
  const { changes } = await describeVariants(
    sql,
    [...ids].map((one) => ({
      ...input.variants.find((variant) => variant.id === one),
      id: one,
      difference: counts.get(one) ?? 0,
    })),
  );
  return {
    kind: "product",
    subjectId: id,
    permissions: permissionsFor(changes),
    payload: {
      save: { ...save, version: stored.version, before: stored.fields, after: merged },
      adjustments: await adjustmentsOf(sql, [...counts.keys()]),
    },
    shown: {
      title: stored.fields.name.id,
      ...showChanges(changes),
      fields: (Object.keys(merged) as (keyof ProductFields)[]).filter(
        (name) => !isSame(merged[name], stored.fields[name]),
      ),
    },
  };
}
