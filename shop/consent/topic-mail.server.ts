import { config } from "#base/config.server.ts";
import { type Language, localPath } from "#base/language.ts";
import { log } from "#base/log.server.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import { hashesOf } from "./address-hash.server.ts";
import { linkToken } from "./link-token.server.ts";
import { mailKeyMatches, requireMailKey } from "./mail-key.server.ts";
import type { MailTopic } from "./topic.ts";
import { topicMailTexts } from "./topic-mail-texts.ts";

/** SQL: whether the address in a column gets mails of a topic: its consent, pauses and suppressions. */
export function wantsTopic(sql: Sql, email: SqlFragment, topic: MailTopic): SqlFragment {
  return sql`private.may_mail_address(${email}, ${topic})`;
}

/**
 * The unsubscribe parts of a topic's mail: the headers of the button in mail programs (RFC 8058: a POST that acts at
 * once without signing in), and the link in the footer.
 * @returns undefined for a recipient who must not get the mail, e.g. one who was erased and is new again, and while the key of suppressions is missing
 */
export async function topicParts(
  sql: Sql,
  email: string,
  topic: MailTopic,
  language: Language,
): Promise<
  | {
      headers: Readonly<Record<string, string>>;
      footerLink: { text: string; url: string };
    }
  | undefined
> {
  if (!(await mailKeyMatches(sql))) {
    log.error({ topic }, "a mail was left out: this process has another key than the suppressions");
    return undefined;
  }
  const recipientId = await recipientOf(sql, email, language);
  const [recipient] = await sql<{ may_mail: boolean }[]>`
    select private.may_mail(${recipientId}, ${topic})`;
  if (!recipient?.may_mail) return undefined;
  const token = linkToken(recipientId);
  const { publicUrl } = config();
  return {
    headers: {
      "List-Unsubscribe": `<${publicUrl}/api/unsubscribe/${token}/${topic}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
    footerLink: {
      text: topicMailTexts[language].stop[topic],
      url: `${publicUrl}${choicesPath(token, topic, language)}`,
    },
  };
}

/**
 * The page of a recipient's choices.
 * @param topic the topic of the mail with the link
 * @param campaign the id of the mail's campaign: the ledger notes what was answered
 */
export function choicesPath(
  token: string,
  topic: string | undefined,
  language: Language,
  campaign?: string,
): string {
  const query = new URLSearchParams({
    t: token,
    ...(topic ? { topic } : {}),
    ...(campaign ? { c: campaign } : {}),
  });
  return `${localPath(language, "/Unsubscribe")}?${query}`;
}

/**
 * The id of an address, case-insensitively. Writes only for an address that is new.
 * @param language of the form or mail that is the address's first
 * @throws AppError `mail_key_differs` 503
 */
export async function recipientOf(
  sql: Sql,
  email: string,
  language: Language = "id",
): Promise<string> {
  const address = email.toLowerCase();
  const find = () => sql<{ id: string }[]>`
    select id from private.mail_recipients where email = ${address}`;
  const [known] = await find();
  if (known) return known.id;
  await requireMailKey(sql);
  const { emailHash, mailboxHash } = hashesOf(address);
  const [added] = await sql<{ id: string }[]>`
    insert into private.mail_recipients (email, language, email_hash, mailbox_hash)
    values (${address}, ${language}, ${emailHash}, ${mailboxHash})
    on conflict on constraint mail_recipient_known do nothing
    returning id`;
  const [row] = added ? [added] : await find();
  if (!row) throw new Error("a recipient was neither known nor added");
  return row.id;
}
