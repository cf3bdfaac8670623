import {
  makeSecret,
  type PendingSignUp,
  type TokenType,
} from "#backend/auth/codes/one-time.server.ts";
import type { AuthContext } from "#backend/auth/context.server.ts";
import type { UserRow } from "#backend/auth/users/users.server.ts";
import type { Language } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import { smsCode } from "./mails.ts";

/** Queues a text message with six digits. @param to digits without "+" */
export async function sendSmsCode(
  sql: Sql,
  context: AuthContext,
  user: UserRow,
  to: string,
  type: TokenType,
  pending?: PendingSignUp,
): Promise<void> {
  const { code } = await makeSecret(sql, context, {
    userId: user.id,
    type,
    address: to,
    life: context.settings.smsCodeLife,
    pending,
  });
  await queueSms(sql, context, user, to, code);
}

/** @param to digits without "+" */
export async function queueSms(
  sql: Sql,
  context: AuthContext,
  user: UserRow,
  to: string,
  code: string,
): Promise<void> {
  const language = user.raw_user_meta_data.language === "en" ? "en" : "id";
  const life = context.settings.smsCodeLife;
  const text = composeSmsCode(language, await context.shopName(), code, life);
  await queueMail(sql, { kind: "sms", to: `+${to}`, text });
}

/** @param life of the code, in seconds */
export function composeSmsCode(
  language: Language,
  shopName: string,
  code: string,
  life: number,
): string {
  return smsCode[language]
    .replaceAll("{code}", code)
    .replaceAll("{minutes}", String(Math.round(life / 60)))
    .replaceAll("{shop}", () => shopName);
}
