import { config } from "#base/config.server.ts";
import { type Language, localPath } from "#base/language.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import { composeLowStockMail, type LowVariant } from "./compose-low-stock-mail.ts";

/** Variants that one mail lists. */
const maxListed = 50;

/**
 * The job: one mail to each member of staff with `stock.adjust` about what became low or sold out since the last one.
 * A variant that recovered meanwhile is left out.
 */
export async function notifyLowStock(): Promise<void> {
  await inTransaction(async (sql) => {
    const crossed = await sql<{ id: number; variant_id: string }[]>`
      update private.stock_crossings set notified_at = now() where notified_at is null returning id, variant_id`;
    if (crossed.length === 0) return;
    const [shop] = await sql<{ name: string; low_stock_mails: boolean }[]>`
      select name, low_stock_mails from shop_settings`;
    if (!shop?.low_stock_mails) return;
    const ids = [...new Set(crossed.map(({ variant_id }) => variant_id))];
    const variants = await findLow(sql, ids);
    if (variants.length === 0) return;
    const batch = Math.max(...crossed.map(({ id }) => id));
    for (const { id, email, language } of await findReceivers(sql)) {
      const mail = composeLowStockMail(
        language,
        shop.name,
        variants.slice(0, maxListed),
        Math.max(0, variants.length - maxListed),
        config().publicUrl + localPath(language, "/admin/Stock"),
      );
      const dedupeKey = `low-stock:${batch}:${id}`;
      await queueMail(sql, { kind: "email", to: email, ...mail, dedupeKey });
    }
  });
}

/** Those that are low or sold out now and for sale, sold-out ones first. */
function findLow(sql: Sql, ids: readonly string[]): Promise<LowVariant[]> {
  return sql<LowVariant[]>`
    select v.sku, p.name as product, v.stock_band as band, greatest(i.available, 0) as available
    from product_variants v join products p on p.id = v.product_id join stock_items i on i.variant_id = v.id
    where v.id = any (${[...ids]}::uuid[]) and not v.archived and p.status = 'published' and v.stock_band <> 'in'
    order by v.stock_band = 'low', i.available, v.sku`;
}

function findReceivers(sql: Sql): Promise<{ id: string; email: string; language: Language }[]> {
  return sql<{ id: string; email: string; language: Language }[]>`
    select p.id, u.email, p.language from profiles p join auth.users u on u.id = p.id
    where p.role in ('USER', 'ADMIN') and private.may(p.id, 'stock.adjust') and u.email_confirmed_at is not null
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
    order by p.id`;
}

/** The job: deletes what staff were notified of a month ago. */
export async function purgeStockCrossings(): Promise<void> {
  await asShop()`
    delete from private.stock_crossings where notified_at < now() - interval '30 days'`;
}
