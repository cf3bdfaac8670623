import { timeNow } from "#base/clock.ts";
import type { Language } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { choicesOf, type MailSubscriber } from "./choices.server.ts";
import { isStopToken, readLinkToken, readStopToken } from "./link-token.server.ts";
import { requestConfirmation } from "./request-confirmation.server.ts";
import { makeSingleUseToken, singleUseHash } from "./single-use-token.server.ts";
import type { ConsentEvidence } from "./topic.ts";

export interface Stopped {
  readonly subscriber: MailSubscriber;
  /** Undoes this stop once; undefined when nothing was on. */
  readonly undo: string | undefined;
}

/**
 * Stops topics of the link's recipient; `all` suppresses the address as well, until its owner confirms anew. Acts at
 * once, ends confirmations that are under way, and changes nothing when repeated.
 */
export async function stopMails(
  token: string,
  topics: readonly string[] | "all",
  source: "page",
  evidence: ConsentEvidence,
): Promise<Result<Stopped, "link_invalid" | "topic_unknown">> {
  if (topics !== "all" && !(await areTopics(topics))) return fail("topic_unknown");
  const stopped = async (sql: Sql, recipientId: string) => {
    const { token: undo, hash } = makeSingleUseToken();
    const [row] = await sql<{ is_changed: boolean }[]>`
      select private.stop_mails(${recipientId}, ${topics === "all" ? null : [...topics]}, ${source},
        ${sql.json(evidence as never)}, ${source === "page" ? hash : null}) as is_changed`;
    return { undo: row?.is_changed && source === "page" ? undo : undefined };
  };
  return forRecipient(token, stopped, readStopToken);
}

/**
 * Stops one topic of the link's recipient for a mail program, which reads nothing of the answer: one statement, because a campaign
 * brings hundreds a second. Succeeds as well when nothing is left to stop, also for a recipient who was erased.
 */
export async function stopByOneClick(
  token: string,
  topic: string,
  evidence: ConsentEvidence,
): Promise<Result<null, "link_invalid" | "topic_unknown">> {
  const sql = asShop();
  const recipientId = await readStopToken(sql, token);
  if (!recipientId && !(await isStopToken(sql, token))) return fail("link_invalid");
  const stopped = await sql`
    select case when ${recipientId ?? null}::uuid is not null then
      private.stop_mails(${recipientId ?? null}, array[slug], 'one_click', ${sql.json(evidence as never)}) end
    from private.mail_topics where slug = ${topic}`;
  return stopped.length > 0 ? ok(null) : fail("topic_unknown");
}

/** Undoes one stop, unless something else has happened to the address since. */
export async function undoStop(
  token: string,
  undo: string,
  evidence: ConsentEvidence,
): Promise<Result<{ subscriber: MailSubscriber; isUndone: boolean }, "link_invalid">> {
  return forRecipient(token, async (sql, recipientId) => {
    const hash = singleUseHash(undo);
    if (!hash) return { isUndone: false };
    const [own] = await sql`
      select from private.mail_tokens where hash = ${hash} and kind = 'undo' and recipient_id = ${recipientId}`;
    if (!own) return { isUndone: false };
    const [used] = await sql<{ outcome: string }[]>`
      select outcome from private.confirm_subscription(${hash}, ${sql.json(evidence as never)})`;
    return { isUndone: used?.outcome === "undone" };
  });
}

/**
 * Stores the choices of the page. What the recipient turned off before is not turned on by a link alone, which others
 * may have: its confirmation is mailed to the address.
 * @param wanted by topic; unnamed topics stay as they are
 */
export async function saveChoices(
  token: string,
  wanted: Readonly<Record<string, boolean>>,
  evidence: ConsentEvidence & { readonly language: Language },
): Promise<Result<{ subscriber: MailSubscriber; isConfirmationSent: boolean }, "link_invalid">> {
  return forRecipient(token, async (sql, recipientId, before) => {
    const changed = before.topics.filter(
      ({ slug, isOn }) => wanted[slug] !== undefined && wanted[slug] !== isOn,
    );
    const proof = sql.json(evidence as never);
    const off = changed.filter(({ isOn }) => isOn).map(({ slug }) => slug);
    if (off.length > 0) {
      await sql`select private.stop_mails(${recipientId}, ${off}, 'page', ${proof})`;
    }
    const on = changed.filter(({ isOn }) => !isOn);
    for (const { slug } of on.filter(({ isStopped }) => !isStopped)) {
      await sql`select private.subscribe(${recipientId}, ${slug}, 'confirmed', 'page', ${proof})`;
    }
    const stopped = on.filter(({ isStopped }) => isStopped).map(({ slug }) => slug);
    if (stopped.length === 0) return { isConfirmationSent: false };
    await requestConfirmation(sql, recipientId, stopped, "page", evidence);
    return { isConfirmationSent: true };
  });
}

/** Days of a pause of the marketing topics. */
export const pauseDays = [30, 90] as const;

/**
 * Fewer mails of the marketing topics that are on.
 * @param tuned days of the pause from now: 0 ends it, undefined keeps it
 */
export async function tuneMails(
  token: string,
  tuned: { readonly days: 0 | (typeof pauseDays)[number] | undefined; readonly isMonthly: boolean },
  evidence: ConsentEvidence,
): Promise<Result<{ subscriber: MailSubscriber }, "link_invalid">> {
  return forRecipient(token, async (sql, recipientId, before) => {
    const until =
      tuned.days === undefined
        ? (before.pausedUntil ?? null)
        : tuned.days === 0
          ? null
          : new Date(timeNow() + tuned.days * 86_400_000).toISOString();
    await sql`
      select private.tune_mails(${recipientId}, ${until}::text::timestamptz, ${tuned.isMonthly ? 1 : null}::smallint, 'page',
        ${sql.json(evidence as never)})`;
    return {};
  });
}

/** The language of the recipient's mails. */
export async function setMailLanguage(
  token: string,
  language: Language,
): Promise<Result<{ subscriber: MailSubscriber }, "link_invalid">> {
  return forRecipient(token, async (sql, recipientId) => {
    await sql`
      update private.mail_recipients set language = ${language} where id = ${recipientId} and language <> ${language}`;
    return {};
  });
}

async function areTopics(topics: readonly string[]): Promise<boolean> {
  const [row] = await asShop()<{ count: number }[]>`
    select count(*)::int from private.mail_topics where slug = any (${[...topics]})`;
  return row?.count === topics.length;
}

/** One change in a transaction, with the choices after it. */
async function forRecipient<T extends object>(
  token: string,
  change: (sql: Sql, recipientId: string, before: MailSubscriber) => Promise<T>,
  readToken: typeof readStopToken = async (_, sealed) => readLinkToken(sealed),
): Promise<Result<T & { subscriber: MailSubscriber }, "link_invalid">> {
  return inTransaction(async (sql) => {
    const recipientId = await readToken(sql, token);
    if (!recipientId) return fail("link_invalid");
    await sql`select from private.mail_recipients where id = ${recipientId} for update`;
    const before = await choicesOf(sql, recipientId);
    if (!before) return fail("link_invalid");
    const changed = await change(sql, recipientId, before);
    const subscriber = await choicesOf(sql, recipientId);
    return subscriber ? ok({ ...changed, subscriber }) : fail("link_invalid");
  });
}
