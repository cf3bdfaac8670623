import type { Language } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";
import { verifyCaptcha } from "#integrations/captcha/captcha.server.ts";
import { subscribe } from "#shop/consent/subscribe/subscribe.server.ts";
import { recipientOf } from "#shop/consent/topic-mail.server.ts";
import type { StockAlertInput, StockAlertProblem } from "./stock-alert.ts";

export interface AlertContext {
  /** Chosen by the form: a repeated key stores one alert. */
  readonly idempotencyKey: string;
  readonly captchaToken: string;
  /** The visitor's address on the network. */
  readonly ip: string;
  readonly language: Language;
}

const perNetwork = { limit: 20, windowSeconds: 3600 };
/** Each alert may become a mail that the address's owner did not request. */
const perAddress = { limit: 10, windowSeconds: 86_400 };

/**
 * Subscribes an address to one mail when a variant is back in stock: one row per address and variant, with the consent
 * to that mail. A new request after the mail starts anew. No mail is sent now, and the answer does not reveal whether
 * the address is known.
 */
export async function askForStockAlert(
  { email, variant_id }: StockAlertInput,
  context: AlertContext,
): Promise<Result<null, StockAlertProblem>> {
  // The first of the repeated requests has used the captcha token.
  if (await isStored(asShop(), variant_id, email, context.idempotencyKey)) return ok(null);

  if ((await countRequest(`stock-alert:${context.ip}`, perNetwork)) > 0) {
    return fail("too_many_requests");
  }
  const reasons = await verifyCaptcha("stock_alert", context.captchaToken, { ip: context.ip });
  if (reasons) return fail(captchaProblem(reasons));
  if ((await countRequest(`stock-alert-to:${email}`, perAddress)) > 0) {
    return fail("too_many_requests");
  }

  return inTransaction(async (sql) => {
    const [variant] = await sql<{ stock_band: string }[]>`
      select v.stock_band from product_variants v join products p on p.id = v.product_id
      where v.id = ${variant_id} and not v.archived and p.status = 'published' and p.published_at <= now()`;
    if (!variant) return fail("variant_not_found");
    if (variant.stock_band !== "out") return fail("in_stock");
    const recipientId = await recipientOf(sql, email, context.language);
    await subscribe(sql, recipientId, "stock", "stock_form", context);
    await sql`
      insert into private.stock_alerts (recipient_id, variant_id, language, idempotency_key)
      values (${recipientId}, ${variant_id}, ${context.language}, ${context.idempotencyKey})
      on conflict (recipient_id, variant_id) do update set
        language = excluded.language, idempotency_key = excluded.idempotency_key, asked_at = now(), notified_at = null,
        round = stock_alerts.round + case when stock_alerts.notified_at is null then 0 else 1 end`;
    return ok(null);
  });
}

async function isStored(sql: Sql, variantId: string, email: string, key: string): Promise<boolean> {
  const [row] = await sql`
    select from private.stock_alerts a join private.mail_recipients r on r.id = a.recipient_id
    where a.idempotency_key = ${key} and a.variant_id = ${variantId} and r.email = ${email}`;
  return row !== undefined;
}

function captchaProblem(reasons: readonly string[]) {
  if (reasons.includes("missing-input-response")) return "captcha_missing";
  if (reasons.includes("captcha-unavailable")) return "captcha_unavailable";
  return "captcha_failed";
}
