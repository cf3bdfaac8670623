import { createHash } from "node:crypto";
import type { Sql } from "#db/client.server.ts";
import { maxShownChanges, type NewApproval } from "#shop/staff/approvals/approval.ts";
import { variantsOfSale } from "./variants-of-sale.server.ts";

interface SalePrice {
  readonly id: string;
  readonly sku: string;
  readonly before: number;
  readonly after: number;
}

/** The prices that scheduling a sale would fix now, the largest cuts first. */
async function pricesOf(sql: Sql, id: string): Promise<readonly SalePrice[]> {
  return sql<SalePrice[]>`
    select v.id, v.sku, v.price as before, private.sale_price(s.kind, s.value, v.price) as after
    from sales s, ${variantsOfSale(sql)} and s.id = ${id} and private.sale_price(s.kind, s.value, v.price) is not null
    order by private.sale_price(s.kind, s.value, v.price)::numeric / v.price, v.id`;
}

/** The same prices of the same variants have the same fingerprint. */
export async function fingerprintOfPrices(sql: Sql, id: string): Promise<string> {
  return hashOf(await pricesOf(sql, id));
}

function hashOf(prices: readonly SalePrice[]): string {
  const rows = prices.map((one) => `${one.id} ${one.before} ${one.after}`).sort();
  return createHash("sha256").update(rows.join("\n")).digest("hex");
}

/** The prices of a sale, as a colleague decides about them. */
export async function describeSale(sql: Sql, id: string): Promise<NewApproval | undefined> {
  const [sale] = await sql<{ name: string; version: number; starts_at: Date; ends_at: Date }[]>`
    select name, version, starts_at, ends_at from sales where id = ${id}`;
  if (!sale) return undefined;
  const prices = await pricesOf(sql, id);
  return {
    kind: "sale",
    subjectId: id,
    permissions: ["prices.edit"],
    payload: { version: sale.version, prices: hashOf(prices) },
    shown: {
      title: sale.name,
      changes: prices
        .slice(0, maxShownChanges)
        .map(({ sku, before, after }) => ({ of: sku, field: "sale_price", before, after })),
      total: prices.length,
      starts_at: sale.starts_at.toISOString(),
      ends_at: sale.ends_at.toISOString(),
    },
  };
}
