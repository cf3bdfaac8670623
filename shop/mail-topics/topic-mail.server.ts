import { config } from "#base/config.server.ts";
import { type Language, localPath } from "#base/language.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import { linkToken } from "./link-token.server.ts";
import { type MailTopic, mailTopics } from "./topic.ts";
import { topicMailTexts } from "./topic-mail-texts.ts";

/** SQL: whether the address in a column gets mails of a topic. The column's table must not be aliased `c` or `r`. */
export function wantsTopic(sql: Sql, email: SqlFragment, topic: MailTopic): SqlFragment {
  return sql`coalesce((
    select c.wanted from private.mail_choices c join private.mail_recipients r on r.id = c.recipient_id
    where r.email = lower(${email}) and c.topic = ${topic}), ${mailTopics[topic].unlessChosen})`;
}

/**
 * The unsubscribe parts of a topic's mail: the headers of the button in mail programs (RFC 8058: a POST that acts at
 * once without signing in), and the link in the footer.
 */
export async function topicParts(
  sql: Sql,
  email: string,
  topic: MailTopic,
  language: Language,
): Promise<{
  headers: Readonly<Record<string, string>>;
  footerLink: { text: string; url: string };
}> {
  const token = linkToken(await recipientOf(sql, email));
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

/** The page of a recipient's choices. @param topic the topic of the mail with the link */
export function choicesPath(
  token: string,
  topic: MailTopic | undefined,
  language: Language,
): string {
  const query = new URLSearchParams({ t: token, ...(topic ? { topic } : {}) });
  return `${localPath(language, "/Unsubscribe")}?${query}`;
}

/** Stores an address case-insensitively. @returns its id */
export async function recipientOf(sql: Sql, email: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into private.mail_recipients (email) values (${email.toLowerCase()})
    on conflict on constraint mail_recipient_known do update set email = excluded.email
    returning id`;
  if (!row) throw new Error("a recipient was neither known nor added");
  return row.id;
}
