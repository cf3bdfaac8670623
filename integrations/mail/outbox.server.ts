import { AppError } from "#base/errors.ts";
import type { PoolSql, TransactionSql } from "#db/driver.server.ts";

import { subjectLine, withoutHidden } from "./hidden-characters.ts";

type Sql = PoolSql | TransactionSql;

export interface Message {
  readonly kind: "email" | "sms";
  /** One address or one phone number, never a list. */
  readonly to: string;
  /**
   * Stored as one line, because a name that staff entered can have line breaks. Invisible characters are removed from the
   * subject and the texts.
   */
  readonly subject?: string;
  readonly text: string;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Names of pictures that the HTML shows as `cid:{name}`. */
  readonly pictures?: readonly string[];
  /** Identifies the cause, e.g. `order-paid:<id>`: a second message of the same cause is not queued. */
  readonly dedupeKey?: string;
  /** Seconds until it is sent, so that many messages do not leave at once. */
  readonly delay?: number;
}

const lineBreak = /[\r\n\0]/;
const headerName = /^[A-Za-z][A-Za-z0-9-]*$/;
const oneAddress = /^[^\s,;<>"()]+@[^\s,;<>"()]+$/;

/**
 * Writes a message to the outbox and queues its delivery, both in the caller's transaction.
 * @returns the message's id, or undefined when this cause already has its message
 * @throws AppError `invalid_message` when a line break would reach a header, or `to` is not one address
 */
export async function queueMail(sql: Sql, message: Message): Promise<string | undefined> {
  const headers = Object.entries(message.headers ?? {});
  const isSafe =
    !lineBreak.test(message.to) &&
    (message.kind === "sms" || oneAddress.test(message.to)) &&
    headers.every(([name, value]) => headerName.test(name) && !lineBreak.test(value));
  if (!isSafe) throw new AppError("invalid_message", 500, { message: "unsafe mail header" });

  const [row] = await sql<{ id: string }[]>`
    with message as (
      insert into private.outbox (kind, recipient, subject, text, html, headers, pictures, dedupe_key)
      values (${message.kind}, ${message.to}, ${subjectLine(message.subject ?? "")}, ${withoutHidden(message.text)},
              ${message.html === undefined ? null : withoutHidden(message.html)}, ${sql.json({ ...message.headers })}, ${[...(message.pictures ?? [])]}, ${message.dedupeKey ?? null})
      on conflict on constraint outbox_dedupe_key do nothing
      returning id
    )
    select id, private.enqueue('deliver-mail', json_build_object('id', id), 'mail:' || id,
      now() + make_interval(secs => ${message.delay ?? 0})) from message`;
  return row?.id;
}
