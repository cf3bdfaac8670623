import type { Language } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, inTransaction, type Sql, withRetries } from "#db/client.server.ts";
import { type ChoicesRow, choicesOf, type MailSubscriber, subscriberOf } from "./choices.server.ts";
import { isStopToken, readLinkToken, readStopToken } from "./link-token.server.ts";
import { makeSingleUseToken, singleUseHash } from "./single-use-token.server.ts";
import { requestConfirmation } from "./subscribe/request-confirmation.server.ts";
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
        ${sql.json(evidence)}, ${source === "page" ? hash : null}) as is_changed`;
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
      private.stop_mails(${recipientId ?? null}, array[slug], 'one_click', ${sql.json(evidence)}) end
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
      select outcome from private.confirm_subscription(${hash}, ${sql.json(evidence)})`;
    return { isUndone: used?.outcome === "undone" };
  });
}

/** What the form of choices says besides its topics. */
export interface ChoicesForm {
  /** Every other topic that the page shows is off. */
  readonly areOthersOff?: boolean;
  /** Of the recipient's mails. */
  readonly language?: Language | undefined;
  /** Fewer mails of the marketing topics that are on. */
  readonly fewer?: {
    /** Of a pause from now: 0 ends it, undefined keeps what is. */
    readonly days: 0 | 30 | 90 | undefined;
    readonly isMonthly: boolean;
  };
}

/**
 * Stores the choices of the page, in one statement. What the recipient turned off before is not turned on by a link alone, which
 * others may have: its confirmation is mailed to the address.
 * @param wanted by topic; unnamed topics stay as they are, unless `form` says that they are off
 */
export async function saveChoices(
  token: string,
  wanted: Readonly<Record<string, boolean>>,
  evidence: ConsentEvidence & { readonly language: Language },
  form: ChoicesForm = {},
): Promise<Result<{ subscriber: MailSubscriber; isConfirmationSent: boolean }, "link_invalid">> {
  const recipientId = readLinkToken(token);
  if (!recipientId) return fail("link_invalid");
  const { areOthersOff, language, fewer } = form;
  const said = {
    topics: wanted,
    others_off: areOthersOff,
    language,
    fewer: fewer && { days: fewer.days, monthly: fewer.isMonthly },
  };
  const save = async (sql: Sql, asks: boolean) => {
    const [row] = await sql<{ saved: { stopped: string[]; choices?: ChoicesRow } | null }[]>`
      select private.save_mail_choices(${recipientId}, ${sql.json(said)}, ${sql.json(evidence)},
        ${asks}) as saved`;
    return row?.saved;
  };
  const saved = await withRetries(() => save(asShop(), false));
  if (!saved) return fail("link_invalid");
  if (saved.choices) {
    return ok({ subscriber: subscriberOf(saved.choices), isConfirmationSent: false });
  }
  // Nothing is stored yet: the mail that confirms is queued with the other choices or not at all.
  return inTransaction(async (sql) => {
    const now = await save(sql, true);
    const isConfirmationSent = now !== null && now !== undefined && now.stopped.length > 0;
    if (isConfirmationSent) {
      await requestConfirmation(sql, recipientId, now.stopped, "page", evidence);
    }
    const subscriber = await choicesOf(sql, recipientId);
    return subscriber ? ok({ subscriber, isConfirmationSent }) : fail("link_invalid");
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
  change: (sql: Sql, recipientId: string) => Promise<T>,
  readToken: typeof readStopToken = async (_, sealed) => readLinkToken(sealed),
): Promise<Result<T & { subscriber: MailSubscriber }, "link_invalid">> {
  return inTransaction(async (sql) => {
    const recipientId = await readToken(sql, token);
    if (!recipientId) return fail("link_invalid");
    const [known] = await sql`
      select from private.mail_recipients where id = ${recipientId} for update`;
    if (!known) return fail("link_invalid");
    const changed = await change(sql, recipientId);
    const subscriber = await choicesOf(sql, recipientId);
    return subscriber ? ok({ ...changed, subscriber }) : fail("link_invalid");
  });
}
