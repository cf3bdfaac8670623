import { createTransport, type Transporter } from "nodemailer";
import type { PoolSql, TransactionSql } from "#db/driver.server.ts";
import { SmsRefused, sendSms } from "#integrations/sms/webhook.server.ts";
import type { CurrentSigner } from "./domain/current-signer.server.ts";
import { type DkimKey, dkimOptions } from "./domain/dkim.ts";

type Sql = PoolSql | TransactionSql;
type RunTransaction = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

/** @param sql of the transaction that sends the mail: a second connection could be waited for by all of them */
type DrawPicture = (name: string, sql: Sql) => Promise<Buffer | null>;

export interface MailSettings {
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** An HTTP gateway for text messages. */
  readonly smsUrl?: string | undefined;
  /** Draws a picture of a mail as PNG; null where there is none any more. Without it, mails have no pictures. */
  readonly drawPicture?: DrawPicture | undefined;
  /** Its host is the domain of every Message-ID. */
  readonly publicUrl: string;
  /** Signs mails where the domain has published the key. */
  readonly signer?: CurrentSigner | undefined;
  /** Told of a mail that the server will never take for its recipient, in the transaction that parks it. */
  readonly noteRefusal?: ((sql: Sql, refusal: MailRefusal) => Promise<void>) | undefined;
}

/** What a mail server said about one recipient of the outbox. */
export interface MailRefusal {
  /** Of the message. */
  readonly id: string;
  readonly to: string;
  /** Which attempt it was, from 1. */
  readonly attempt: number;
  /** E.g. `550 5.1.1 no such mailbox`. */
  readonly reply: string;
}

interface OutboxRow {
  kind: "email" | "sms";
  recipient: string;
  subject: string;
  text: string;
  html: string | null;
  headers: Record<string, string>;
  pictures: string[];
  attempts: number;
}

const maxAttempts = 12;
const transports = new Map<string, Transporter>();

/**
 * Sends one message of the outbox, or marks it as stored without a mail server. A repeated call is safe: the row is
 * locked while it is sent, and the Message-ID comes from the row, so that a mail server recognises a message whose
 * acknowledgement was lost.
 * @param transaction how to run a transaction (`inTransaction`)
 * @throws the mail server's error, after recording it, so that the queue retries the job
 */
export async function deliverMail(
  transaction: RunTransaction,
  id: string,
  settings: MailSettings,
): Promise<void> {
  const key = await settings.signer?.key();
  const failure = await transaction(async (sql) => {
    const [row] = await sql<OutboxRow[]>`
      select kind, recipient, subject, text, html, headers, pictures, attempts
      from private.outbox where id = ${id} and status in ('queued', 'failed')
      for update skip locked`;
    if (!row) return undefined;
    const { smtpUrl, smsUrl } = settings;
    const carrier = row.kind === "sms" ? smsUrl : smtpUrl;
    if (!carrier) {
      await sql`update private.outbox set status = 'stored' where id = ${id}`;
      return undefined;
    }
    try {
      if (row.kind === "email") await send(sql, carrier, id, row, settings, key);
      else await sendSms(carrier, { id, to: row.recipient, text: row.text });
    } catch (error) {
      const isFinal =
        isRefused(error) || error instanceof SmsRefused || row.attempts + 1 >= maxAttempts;
      await sql`
        update private.outbox
        set status = ${isFinal ? "parked" : "failed"}, attempts = attempts + 1,
            last_error = ${error instanceof Error ? error.message.slice(0, 500) : "unknown"}
        where id = ${id}`;
      const reply = isFinal && row.kind === "email" ? recipientRefusal(error) : undefined;
      if (reply !== undefined) {
        const refusal = { id, to: row.recipient, attempt: row.attempts + 1, reply };
        await settings.noteRefusal?.(sql, refusal);
      }
      return isFinal ? undefined : { error };
    }
    await sql`
      update private.outbox
      set status = 'sent', attempts = attempts + 1, sent_at = now(), last_error = null where id = ${id}`;
    return undefined;
  });
  if (failure) throw failure.error;
}

/** Milliseconds for each step of greeting a mail server. */
const greetingMs = 5_000;

/**
 * Connects to a mail server and signs in, without sending anything.
 * @throws the mail server's error
 */
export async function greetMailServer(smtpUrl: string): Promise<void> {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: greetingMs,
    greetingTimeout: greetingMs,
    socketTimeout: greetingMs,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

async function send(
  sql: Sql,
  smtpUrl: string,
  id: string,
  row: OutboxRow,
  settings: MailSettings,
  key: DkimKey | undefined,
): Promise<void> {
  const { html, attachments } = await withPictures(sql, row, settings.drawPicture);
  await transport(smtpUrl).sendMail({
    from: settings.mailFrom,
    // An object, so that the recipient is never parsed as a list of addresses.
    to: { name: "", address: row.recipient },
    subject: row.subject,
    text: row.text,
    html,
    attachments,
    headers: unfolded(row.headers),
    ...(key ? { dkim: dkimOptions(key) } : {}),
    messageId: `<${id}@${new URL(settings.publicUrl).hostname}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Keeps `List-Unsubscribe` on one line: relays that sign mails anew break an address that is folded, and mail programs then
 * show no button.
 */
function unfolded(headers: OutboxRow["headers"]) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) =>
      name === "List-Unsubscribe" ? [name, { prepared: true, value }] : [name, value],
    ),
  );
}

/**
 * The pictures travel inside the mail, since no address of a private picture may be open to whoever has the mail's link; a
 * picture that is gone is taken out of the HTML.
 */
async function withPictures(
  sql: Sql,
  { html, pictures }: Pick<OutboxRow, "html" | "pictures">,
  draw: MailSettings["drawPicture"],
) {
  let shown = html ?? undefined;
  const attachments = [];
  for (const name of pictures) {
    const content = (await draw?.(name, sql)) ?? null;
    if (content) {
      attachments.push({
        cid: name,
        filename: `${name}.png`,
        content,
        contentType: "image/png",
        contentDisposition: "inline" as const,
      });
    } else shown = shown?.replaceAll(new RegExp(`<img src="cid:${name}"[^>]*>`, "g"), "");
  }
  return { html: shown, attachments };
}

function transport(smtpUrl: string): Transporter {
  const known = transports.get(smtpUrl);
  if (known) return known;
  const created = createTransport(smtpUrl, {});
  // The row is locked meanwhile, so a mail server that does not answer must not hold it for minutes.
  Object.assign(created.options, {
    connectionTimeout: 8_000,
    greetingTimeout: 8_000,
    socketTimeout: 20_000,
  });
  transports.set(smtpUrl, created);
  return created;
}

/** A 5xx response is permanent: a retry would fail too. */
function isRefused(error: unknown): boolean {
  const code = (error as { responseCode?: unknown } | null)?.responseCode;
  return typeof code === "number" && code >= 500;
}

/**
 * The reply of a server that will never take a message for its recipient: after RCPT or after the message, and not because of the
 * sender: 5.7 is policy, 5.1.7 and 5.1.8 are the sender's address (RFC 3463). Any other refusal is the shop's own trouble.
 */
function recipientRefusal(error: unknown): string | undefined {
  if (!isRefused(error)) return undefined;
  const { command, response } = error as { command?: unknown; response?: unknown };
  if (typeof response !== "string" || /^\d{3}[ -]5\.(7\.|1\.[78]\b)/.test(response))
    return undefined;
  return command === "RCPT TO" || command === "DATA" ? response.slice(0, 500) : undefined;
}
