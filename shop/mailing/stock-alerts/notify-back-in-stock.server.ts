import { config } from "#base/config.server.ts";
import { inLanguage, type Language, localPath } from "#base/language.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import type { OptionRow } from "#shop/catalogue/card.server.ts";
import { topicParts, wantsTopic } from "#shop/consent/topic-mail.server.ts";
import { readAutomationText } from "#shop/mailing/automations/automation-text.server.ts";
import { tickAutomations } from "#shop/mailing/automations/run-automations.server.ts";
import { composeStockMail } from "./compose-stock-mail.ts";

interface OpenAlert {
  recipient_id: string;
  variant_id: string;
  round: number;
  language: Language;
  email: string;
  product: string;
  slug: string;
  price: number;
  /** Option code to value code. */
  chosen: Record<string, string>;
  options: OptionRow[];
  occasion: string;
}

/**
 * The job: mails the subscribers of variants that are back in stock, each once, unless they have unsubscribed. Asked for,
 * they count against no cap.
 */
export async function notifyBackInStock(): Promise<void> {
  await tickAutomations();
  for (let more = true; more; ) more = await inTransaction(notifyNext);
}

/** @returns whether there was one */
async function notifyNext(sql: Sql): Promise<boolean> {
  const [alert] = await sql<OpenAlert[]>`
    select a.recipient_id, a.variant_id, a.round, a.language, m.email, coalesce(nullif(p.name ->> a.language, ''), p.name ->> 'id') as product, p.slug,
      v.shown_price as price, v.options as chosen, p.options,
      a.variant_id || ':' || extract(epoch from a.asked_at) as occasion
    from private.stock_alerts a
    join private.mail_recipients m on m.id = a.recipient_id
    join product_variants v on v.id = a.variant_id and not v.archived and v.stock_band <> 'out'
    join products p on p.id = v.product_id and p.status = 'published' and p.published_at <= now()
    where a.notified_at is null and private.runs_automation('back_in_stock') and ${wantsTopic(sql, sql`m.email`, "stock")}
    order by a.asked_at limit 1 for update of a skip locked`;
  if (!alert) return false;
  const { recipient_id, variant_id, round, language, email } = alert;
  await sql`
    update private.stock_alerts set notified_at = now()
    where recipient_id = ${recipient_id} and variant_id = ${variant_id}`;
  const [run] = await sql<{ is_new: boolean }[]>`
    select private.note_automation_run('back_in_stock', ${recipient_id}, ${alert.occasion}) as is_new`;
  const stoppable = await topicParts(sql, email, "stock", language);
  if (!stoppable || !run?.is_new) return true;
  const labels = alert.options.flatMap(({ code, values }) => {
    const value = values.find((known) => known.code === alert.chosen[code]);
    return value ? [inLanguage(value.label, language)] : [];
  });
  const query = new URLSearchParams(alert.chosen);
  const address = localPath(language, `/item/${alert.slug}`) + (query.size > 0 ? `?${query}` : "");
  const mail = composeStockMail(
    { product: alert.product, options: labels.join(", "), price: alert.price },
    await readAutomationText(sql, "back_in_stock", language),
    { recipientId: recipient_id, url: config().publicUrl + address },
  );
  await queueMail(sql, {
    kind: "email",
    to: email,
    ...mail,
    headers: stoppable.headers,
    dedupeKey: `stock:${recipient_id}:${variant_id}:${round}`,
  });
  return true;
}

/** The job: deletes alerts that were sent a month ago or requested a year ago. */
export async function purgeStockAlerts(): Promise<void> {
  await asShop()`
    delete from private.stock_alerts
    where notified_at < now() - interval '30 days' or asked_at < now() - interval '1 year'`;
}
