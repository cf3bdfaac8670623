import { fail, ok, type Result } from "#base/result.ts";
import { inSavepoint, type Sql, violatedConstraint } from "#db/client.server.ts";
import { enqueue } from "#db/enqueue.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { type ShopTimeZone, shopInstant } from "#shop/kernel/time-zones.ts";
import type { LimitProblem } from "#shop/staff/approvals/approval.ts";
import { withCodedLimits } from "#shop/staff/approvals/with-limits.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { describeSale } from "./describe-sale.server.ts";
import { maxSaleVariants, type SaleInput } from "./sale.ts";
import { syncSales, syncSalesTask } from "./sync-sales.server.ts";
import { variantsOfSale } from "./variants-of-sale.server.ts";

export type SaleProblem =
  | { readonly code: "not_permitted" | "not_found" | "changed_meanwhile" | "sale_state" }
  | { readonly code: "sale_over" | "sale_empty" | "sale_too_large" | LimitProblem }
  /** Another sale has the variant at the same time. */
  | { readonly code: "sale_overlap"; readonly sku: string; readonly sale: string };

/** Writes a draft. One that is scheduled has to be taken back first. */
export function saveSale(actor: Person, input: SaleInput): Promise<Result<null, SaleProblem>> {
  return asStaff<null, SaleProblem>(
    actor,
    "prices.edit",
    async (sql) => {
      const [shop] = await sql<{ time_zone: ShopTimeZone }[]>`select time_zone from shop_settings`;
      if (!shop) throw new Error("the shop has no settings row");
      const { id, version, starts_at, ends_at, ...rest } = input;
      const row = {
        ...rest,
        starts_at: shopInstant(starts_at, shop.time_zone),
        ends_at: shopInstant(ends_at, shop.time_zone),
      };
      if (version === 0) {
        await sql`
          insert into sales ${sql({ id, created_by: actor.id, ...row } as never)} on conflict (id) do nothing`;
        return ok(null);
      }
      const [known] = await sql<{ version: number; state: string }[]>`
        select version, state from sales where id = ${id} for update`;
      if (!known) return fail({ code: "not_found" });
      if (known.state !== "draft") return fail({ code: "sale_state" });
      if (known.version !== version) return fail({ code: "changed_meanwhile" });
      await sql`update sales set ${sql(row as never)} where id = ${id}`;
      return ok(null);
    },
    { code: "not_permitted" },
  );
}

/**
 * Fixes the prices of a draft for its period. From its first to its last moment an order pays them, and a job marks them
 * in the catalogue. It becomes a draft again if the person who scheduled it has lost the right when it begins. Variants that the sale would not make cheaper take no part. A sale that cuts prices by more than the
 * actor may waits for a colleague.
 */
export function scheduleSale(
  actor: Person,
  id: string,
): Promise<Result<{ variants: number }, SaleProblem>> {
  return withCodedLimits<{ variants: number }, SaleProblem>(
    actor,
    "prices.edit",
    () =>
      asStaff<{ variants: number }, SaleProblem>(
        actor,
        "prices.edit",
        (sql) => schedule(sql, id, actor.id),
        {
          code: "not_permitted",
        },
      ),
    (sql) => describeSale(sql, id),
  );
}

/** `scheduleSale` in the caller's transaction, which has checked the permission and undoes everything after a problem. */
export async function schedule(
  sql: Sql,
  id: string,
  schedulerId: string,
): Promise<Result<{ variants: number }, SaleProblem>> {
  const [sale] = await sql<{ state: string; is_over: boolean; starts_at: Date; ends_at: Date }[]>`
    select state, ends_at <= now() as is_over, starts_at, ends_at from sales where id = ${id} for update`;
  if (!sale) return fail({ code: "not_found" });
  if (sale.state !== "draft") return fail({ code: "sale_state" });
  if (sale.is_over) return fail({ code: "sale_over" });
  const problem = await writePrices(sql, id);
  if (problem) return fail(problem);
  const [made] = await sql<{ n: number }[]>`
    select count(*)::int as n from sale_prices where sale_id = ${id}`;
  const variants = made?.n ?? 0;
  if (variants === 0) return fail({ code: "sale_empty" });
  if (variants > maxSaleVariants) return fail({ code: "sale_too_large" });
  await sql`update sales set state = 'scheduled', scheduled_by = ${schedulerId}, is_right_checked = false where id = ${id}`;
  for (const [edge, at] of [
    ["begins", sale.starts_at],
    ["ends", sale.ends_at],
  ] as const) {
    await enqueue(sql, syncSalesTask, {}, { key: `sale:${id}:${edge}`, runAt: at });
  }
  await syncSales(sql);
  return ok({ variants });
}

async function writePrices(sql: Sql, id: string): Promise<SaleProblem | undefined> {
  try {
    await inSavepoint(
      sql,
      (inner) => inner`
        insert into sale_prices (sale_id, variant_id, price, base_price, period)
        select s.id, v.id, private.sale_price(s.kind, s.value, v.price), v.price,
          tstzrange(greatest(s.starts_at, now()), s.ends_at)
        from sales s, ${variantsOfSale(inner)} and s.id = ${id}
          and private.sale_price(s.kind, s.value, v.price) is not null
        order by v.id limit ${maxSaleVariants + 1}`,
    );
  } catch (error) {
    if (violatedConstraint(error) !== "sale_price_overlap") throw error;
    const [clash] = await sql<{ sku: string; sale: string }[]>`
      select v.sku, o.name as sale from sales s
      join sale_prices sp on sp.period && tstzrange(greatest(s.starts_at, now()), s.ends_at)
      join sales o on o.id = sp.sale_id join product_variants v on v.id = sp.variant_id
      where s.id = ${id} order by v.sku limit 1`;
    return { code: "sale_overlap", sku: clash?.sku ?? "", sale: clash?.sale ?? "" };
  }
  return undefined;
}

/**
 * `withdraw`: makes a sale that has not begun a draft again. `end`: ends a running one now. Base prices apply from this
 * moment.
 */
export function stopSale(
  actor: Person,
  id: string,
  act: "withdraw" | "end",
): Promise<Result<null, SaleProblem>> {
  return asStaff<null, SaleProblem>(
    actor,
    "prices.edit",
    async (sql) => {
      const [sale] = await sql<{ state: string; has_begun: boolean; is_over: boolean }[]>`
        select state, starts_at <= now() as has_begun, ends_at <= now() as is_over
        from sales where id = ${id} for update`;
      if (!sale) return fail({ code: "not_found" });
      if (sale.state !== "scheduled" || sale.is_over || sale.has_begun !== (act === "end")) {
        return fail({ code: "sale_state" });
      }
      if (act === "withdraw") {
        await sql`delete from sale_prices where sale_id = ${id}`;
        await sql`update sales set state = 'draft' where id = ${id}`;
      } else {
        // What had its first moment at this one leaves no period at all.
        await sql`
          update sale_prices set period = tstzrange(lower(period), greatest(lower(period), now())) where sale_id = ${id}`;
        await sql`update sales set state = 'ended' where id = ${id}`;
      }
      await syncSales(sql);
      return ok(null);
    },
    { code: "not_permitted" },
  );
}
