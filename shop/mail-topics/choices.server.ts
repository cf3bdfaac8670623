import { fail, ok, type Result } from "#base/result.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { readLinkToken } from "./link-token.server.ts";
import { type MailChoices, type MailTopic, mailTopicNames, mailTopics } from "./topic.ts";

export interface MailSubscriber {
  /** `r•••@contoh.com`: recognisable to its owner, but not to a stranger who finds the link. */
  readonly email: string;
  readonly choices: MailChoices;
}

/** Reads the recipient's choices. Changes nothing, because mail programs open links too. */
export async function readChoices(token: string): Promise<MailSubscriber | undefined> {
  const recipientId = readLinkToken(token);
  return recipientId ? read(asShop(), recipientId) : undefined;
}

/**
 * Stores a recipient's choices with their evidence. Unnamed topics stay unchanged; a repeated call changes nothing.
 * @param source where the choice was made: the mail program's button, or the page
 */
export async function saveChoices(
  token: string,
  wanted: Partial<Record<MailTopic, boolean>>,
  source: "one_click" | "page",
): Promise<Result<MailSubscriber, "link_invalid">> {
  const recipientId = readLinkToken(token);
  if (!recipientId) return fail("link_invalid");
  return inTransaction(async (sql) => {
    await sql`select from private.mail_recipients where id = ${recipientId} for update`;
    const before = await read(sql, recipientId);
    if (!before) return fail("link_invalid");
    for (const topic of mailTopicNames) {
      const wants = wanted[topic];
      if (wants === undefined || wants === before.choices[topic]) continue;
      await storeChoice(sql, recipientId, topic, wants, source);
    }
    return ok({ ...before, choices: { ...before.choices, ...wanted } });
  });
}

/** Stores one choice of a known recipient and its source, in the caller's transaction. */
export async function storeChoice(
  sql: Sql,
  recipientId: string,
  topic: MailTopic,
  wanted: boolean,
  source: "one_click" | "page" | "stock_form",
): Promise<void> {
  await sql`
    insert into private.mail_choices (recipient_id, topic, wanted) values (${recipientId}, ${topic}, ${wanted})
    on conflict (recipient_id, topic) do update set wanted = excluded.wanted, changed_at = now()`;
  await sql`
    insert into private.mail_choice_events (recipient_id, topic, wanted, source)
    values (${recipientId}, ${topic}, ${wanted}, ${source})`;
}

async function read(sql: Sql, recipientId: string): Promise<MailSubscriber | undefined> {
  const [row] = await sql<{ email: string; chosen: Partial<Record<MailTopic, boolean>> }[]>`
    select r.email, coalesce(
      (select json_object_agg(c.topic, c.wanted) from private.mail_choices c where c.recipient_id = r.id), '{}'
    ) as chosen
    from private.mail_recipients r where r.id = ${recipientId}`;
  if (!row) return undefined;
  const choices = Object.fromEntries(
    mailTopicNames.map((topic) => [topic, row.chosen[topic] ?? mailTopics[topic].unlessChosen]),
  ) as Record<MailTopic, boolean>;
  return { email: masked(row.email), choices };
}

function masked(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
