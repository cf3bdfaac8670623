import type { Language } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { inTransaction } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";
import { verifyCaptcha } from "#integrations/captcha/captcha.server.ts";
import { recipientOf } from "#shop/consent/topic-mail.server.ts";
import { requestConfirmation } from "./request-confirmation.server.ts";

export type SignUpProblem =
  | "captcha_missing"
  | "captcha_failed"
  | "captcha_unavailable"
  | "too_many_requests";

export interface SignUpContext {
  /** Undefined: the visitor's browser runs no scripts, so that it can solve none. */
  readonly captchaToken: string | undefined;
  /** The visitor's address on the network. */
  readonly ip: string;
  readonly userAgent: string;
  readonly language: Language;
  /** The sentence beside the button. */
  readonly wording: string;
}

const perNetwork = { limit: 20, windowSeconds: 3600 };
/** Without a captcha, of one network and of all together: enough for people, useless for mail bombs (docs/why/consent.md). */
const plainPerNetwork = { limit: 3, windowSeconds: 3600 };
const plainOfAll = { limit: 100, windowSeconds: 86_400 };

/**
 * A visitor asks for news: mails the link that confirms it. The answer is the same whether the address is known,
 * subscribed, or gets no more mail today.
 */
export async function signUp(
  email: string,
  context: SignUpContext,
): Promise<Result<null, SignUpProblem>> {
  const { captchaToken, ip, userAgent, language, wording } = context;
  if ((await countRequest(`sign-up:${ip}`, perNetwork)) > 0) return fail("too_many_requests");
  if (captchaToken === undefined) {
    if ((await countRequest(`sign-up-plain:${ip}`, plainPerNetwork)) > 0) {
      return fail("too_many_requests");
    }
    if ((await countRequest("sign-up-plain", plainOfAll)) > 0) return fail("captcha_failed");
  } else {
    const reasons = await verifyCaptcha("subscribe", captchaToken, { ip });
    if (reasons?.includes("missing-input-response")) return fail("captcha_missing");
    if (reasons?.includes("captcha-unavailable")) return fail("captcha_unavailable");
    if (reasons) return fail("captcha_failed");
  }
  await inTransaction(async (sql) => {
    const recipientId = await recipientOf(sql, email, language);
    const evidence = { language, wording, ip, user_agent: userAgent };
    await requestConfirmation(sql, recipientId, ["news"], "footer", evidence);
  });
  return ok(null);
}
