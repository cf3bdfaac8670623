import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import type { Sql } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { type ShopTimeZone, shopInstant } from "#shop/kernel/time-zones.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import type { MissingForPublication, ProductStatus } from "./product.ts";

export type PublishProblem =
  | {
      readonly code:
        | "not_found"
        | "not_permitted"
        | "status_changed_meanwhile"
        | "publish_at_invalid";
    }
  | { readonly code: "product_incomplete"; readonly missing: readonly MissingForPublication[] };

/**
 * Publishes, withdraws or archives a product.
 * @param version that the actor saw
 * @param publish_at when a published product appears, `2026-12-01T09:00` in the shop's time; empty: now, or when it
 * appeared first
 */
export async function setProductStatus(
  actor: Person,
  id: string,
  {
    version,
    status,
    publish_at,
  }: {
    readonly version: number;
    readonly status: ProductStatus;
    readonly publish_at: string;
  },
): Promise<Result<null, PublishProblem>> {
  if (!isUuid(id)) return fail({ code: "not_found" });
  return asStaff<null, PublishProblem>(
    actor,
    "products.publish",
    async (sql) => {
      const publishAt = publish_at === "" ? null : shopInstant(publish_at, await timeZoneOf(sql));
      if (publishAt && Number.isNaN(publishAt.getTime()))
        return fail({ code: "publish_at_invalid" });
      return writeStatus(sql, id, { version, status, publishAt });
    },
    { code: "not_permitted" },
  );
}

/**
 * Publishes, withdraws or archives a product in the caller's transaction, which has checked the permission.
 * @param version that the actor saw; null: any
 * @param publishAt null: now, or when it appeared first
 */
export async function writeStatus(
  sql: Sql,
  id: string,
  {
    version,
    status,
    publishAt,
  }: {
    readonly version: number | null;
    readonly status: ProductStatus;
    readonly publishAt: Date | null;
  },
): Promise<Result<null, PublishProblem>> {
  const [product] = await sql<{ version: number; name: string; variants: number; free: number }[]>`
    select p.version, p.name ->> 'id' as name, v.variants, v.free from products p,
      lateral (select count(*)::int as variants, count(*) filter (where price = 0)::int as free
        from product_variants where product_id = p.id and not archived) v
    where p.id = ${id} for update of p`;
  if (!product) return fail({ code: "not_found" });
  if (version !== null && product.version !== version)
    return fail({ code: "status_changed_meanwhile" });
  if (status === "published") {
    const missing: MissingForPublication[] = [
      ...(product.name ? [] : (["name"] as const)),
      ...(product.variants > 0 ? [] : (["variant"] as const)),
      ...(product.free > 0 ? (["price"] as const) : []),
    ];
    if (missing.length > 0) return fail({ code: "product_incomplete", missing });
  }
  await sql`
    update products set status = ${status},
      published_at = case when ${status} = 'published' then coalesce(${publishAt}::timestamptz,
        case when published_at <= now() then published_at else now() end) else published_at end
    where id = ${id}`;
  return ok(null);
}

/** A status as undoing puts it back. */
export interface StatusBefore {
  readonly status: ProductStatus;
  /** As PostgreSQL writes it: a Date has no microseconds. */
  readonly published_at: string | null;
}

/** Puts back a status and the moment of publication, also that of a draft and one to come; the caller has checked the permission. */
export async function restoreStatus(
  sql: Sql,
  id: string,
  { status, published_at }: StatusBefore,
): Promise<Result<null, PublishProblem>> {
  const written = await writeStatus(sql, id, { version: null, status, publishAt: null });
  if (!written.ok) return written;
  await sql`
    update products set published_at = ${published_at}::text::timestamptz
    where id = ${id} and published_at is distinct from ${published_at}::text::timestamptz`;
  return ok(null);
}

async function timeZoneOf(sql: Sql): Promise<ShopTimeZone> {
  const [shop] = await sql<{ time_zone: ShopTimeZone }[]>`select time_zone from shop_settings`;
  return shop?.time_zone ?? "Asia/Jakarta";
}
