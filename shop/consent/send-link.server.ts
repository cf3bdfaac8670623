import { config } from "#base/config.server.ts";
import type { Language } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { inTransaction } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";
import { verifyCaptcha } from "#integrations/captcha/captcha.server.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import { composeChoicesMail } from "./compose-choices-mail.ts";
import { linkToken } from "./link-token.server.ts";
import { choicesPath, recipientOf } from "./topic-mail.server.ts";

export type LinkProblem = "captcha_failed" | "captcha_unavailable" | "too_many_requests";

const perNetwork = { limit: 20, windowSeconds: 3600 };
const perAddress = { limit: 3, windowSeconds: 86_400 };

/**
 * Sends the link to an address that the shop has written to or may write to, for people without a mail at hand. The
 * answer is the same for every other address, so it does not reveal customers.
 */
export async function sendChoicesLink(
  email: string,
  from: { captchaToken: string; ip: string; language: Language },
): Promise<Result<null, LinkProblem>> {
  if ((await countRequest(`mail-link:${from.ip}`, perNetwork)) > 0)
    return fail("too_many_requests");
  const reasons = await verifyCaptcha("unsubscribe_link", from.captchaToken, { ip: from.ip });
  if (reasons?.includes("captcha-unavailable")) return fail("captcha_unavailable");
  if (reasons) return fail("captcha_failed");
  // A visible limit would reveal that the address is known.
  if ((await countRequest(`mail-link-to:${email}`, perAddress)) > 0) return ok(null);

  await inTransaction(async (sql) => {
    const [shop] = await sql<{ name: string }[]>`
      select name from shop_settings where exists (select from private.mail_recipients where email = ${email})
        or exists (select from auth.users u where u.email = ${email})
        or exists (select from orders o where lower(o.email) = ${email})
        or exists (select from enquiries e where e.email = ${email})`;
    if (!shop) return;
    const token = linkToken(await recipientOf(sql, email));
    await queueMail(sql, {
      kind: "email",
      to: email,
      ...composeChoicesMail(
        from.language,
        shop.name,
        `${config().publicUrl}${choicesPath(token, undefined, from.language)}`,
      ),
      headers: { "Auto-Submitted": "auto-generated" },
    });
  });
  return ok(null);
}
