import { asShop } from "#db/client.server.ts";

/** A broadcast. */
export interface Message {
  /** Without `realtime:` in front. */
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
  readonly bytes?: Uint8Array | undefined;
  readonly private: boolean;
  /** The channel that sends it, when one does. */
  readonly origin?: string;
}

/** A broadcast as it travels between processes. */
export interface PublishedNotice {
  topic: string;
  event: string;
  payload: unknown;
  /** Base64. */
  bytes?: string;
  /** The payload as JSON in base64, when it holds what the database cannot: NUL or half a surrogate pair. */
  packed?: string;
  private: boolean;
  origin?: string;
  /** Of the row that it is, when it is kept. */
  id?: string;
  /** A process that needs to hear no more of it. */
  node?: string;
}

interface Waiting {
  readonly text: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const maxBatch = 200;
const waiting: Waiting[] = [];
let isSending = false;

export function noticeOf({ bytes, ...rest }: Message): PublishedNotice {
  return bytes ? { ...rest, bytes: Buffer.from(bytes).toString("base64") } : rest;
}

/**
 * Sends to all processes, in the order of the calls. Whatever comes while the database is busy goes together with the
 * next statement, so that many small messages do not wait for a round trip each.
 */
export function publish(notice: PublishedNotice): Promise<void> {
  return new Promise((resolve, reject) => {
    waiting.push({ text: storableText(notice), resolve, reject });
    if (!isSending) void sendAll();
  });
}

function storableText(notice: PublishedNotice): string {
  const text = JSON.stringify(notice);
  if (isStorable(text)) return text;
  const packed = Buffer.from(JSON.stringify(notice.payload)).toString("base64");
  return JSON.stringify({ ...notice, payload: null, packed });
}

/** The payload as it was before it was sent. */
export function payloadOf({ payload, packed }: Partial<PublishedNotice>): unknown {
  return packed === undefined ? payload : JSON.parse(Buffer.from(packed, "base64").toString());
}

/**
 * Whether PostgreSQL takes JSON, as `JSON.stringify` writes it. Says no once too often where text speaks of an escape.
 */
export function isStorable(json: string): boolean {
  return !/\\u(0000|d[89a-f])/.test(json);
}

async function sendAll(): Promise<void> {
  isSending = true;
  while (waiting.length > 0) {
    const batch = waiting.splice(0, maxBatch);
    try {
      await asShop()`
        select realtime.publish(message::jsonb)
        from unnest(${batch.map(({ text }) => text)}::text[]) with ordinality as given (message, n) order by n`;
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
  isSending = false;
}
