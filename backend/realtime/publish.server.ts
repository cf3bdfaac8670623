import { asShop } from "#db/client.server.ts";

/** A broadcast. */
export interface Message {
  /** Without `realtime:` in front. */
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
  readonly bytes?: Uint8Array | undefined;
  readonly private: boolean;
  /** The sending channel, if any. */
  readonly origin?: string;
}

/** A broadcast in the form that processes exchange. */
export interface PublishedNotice {
  topic: string;
  event: string;
  payload: unknown;
  /** Base64. */
  bytes?: string;
  /** The payload as JSON in base64, when the database cannot store it: NUL or a lone surrogate. */
  packed?: string;
  private: boolean;
  origin?: string;
  /** Id of the stored message's row, if any. */
  id?: string;
  /** The process that need not deliver it. */
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
 * Sends to all processes, in the order of the calls. Notices that arrive while the database is busy share the
 * next statement, so that small messages do not wait for a round trip each.
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

/** The original payload of a notice. */
export function payloadOf({ payload, packed }: Partial<PublishedNotice>): unknown {
  return packed === undefined ? payload : JSON.parse(Buffer.from(packed, "base64").toString());
}

/**
 * Whether PostgreSQL can store JSON, as `JSON.stringify` writes it. Also false for text that spells out such an escape.
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
