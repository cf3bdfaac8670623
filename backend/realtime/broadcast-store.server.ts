import { asCaller, type Caller, inTransaction } from "#db/client.server.ts";
import type { Broadcast } from "./frames.ts";
import { isStorable, type Message } from "./publish.server.ts";

/** A client's request for earlier messages. */
export interface Replay {
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly limit: number;
}

const maxReplay = 25;
/**
 * Maximum bytes of replayed messages besides the newest: a client that lags a megabyte behind would be
 * disconnected.
 */
const maxReplayBytes = 512 * 1024;
/** The latest date of JavaScript. Milliseconds. */
const latest = 8.64e15;
const maxSeconds = 3 * 24 * 3600;

/** @returns undefined without a request, or for an invalid one */
export function readReplay(value: unknown): Replay | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { since, limit = maxReplay } = value as Record<string, unknown>;
  if (typeof since !== "number" || !(since <= latest)) return undefined;
  if (typeof limit !== "number" || !Number.isFinite(limit)) return undefined;
  // No message is older, and PostgreSQL has no year before 4713 BC.
  return { since: Math.max(0, since), limit: Math.min(Math.max(Math.trunc(limit), 1), maxReplay) };
}

/**
 * Seconds for which a broadcast is to be stored: `true`, or `{ ttl }`.
 * @returns undefined: not at all
 */
export function readPersist(value: unknown): number | undefined {
  if (value === true || value === "true") return maxSeconds;
  if (typeof value !== "object" || value === null) return undefined;
  const { ttl } = value as Record<string, unknown>;
  if (ttl === undefined) return maxSeconds;
  const seconds = Number(ttl);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, maxSeconds) : undefined;
}

/**
 * Sends a message by storing it: the row notifies every process, including this one. Check the sender's
 * rights before.
 * @returns false when the database cannot store it
 */
export async function storeBroadcast(message: Message, seconds: number): Promise<boolean> {
  const { topic, event, bytes, origin } = message;
  const payload = JSON.stringify(message.payload ?? {});
  if (!isStorable(payload)) return false;
  await inTransaction(async (sql) => {
    await sql`select set_config('realtime.origin', ${origin ?? ""}, true)`;
    await sql`
      insert into realtime.messages (topic, extension, event, payload, binary_payload, private, expires_at)
      values (${topic}, 'broadcast', ${event}, ${bytes ? null : payload}::text::jsonb,
        ${bytes ? Buffer.from(bytes) : null}, ${message.private}, now() + make_interval(secs => ${seconds}))`;
  });
  return true;
}

/** The last stored messages of a private topic, oldest first, as far as policies show them to the caller. */
export function readStored(
  caller: Caller,
  topic: string,
  { since, limit }: Replay,
): Promise<(Broadcast & { meta: { id: string; replayed: true } })[]> {
  return asCaller(
    caller,
    async (sql) => {
      await sql`select set_config('realtime.topic', ${topic}, true)`;
      const rows = await sql<
        { id: string; event: string; payload: unknown; binary_payload: Uint8Array | null }[]
      >`
        with latest as (
          select id, event, payload, binary_payload, inserted_at from realtime.messages
          where topic = ${topic} and private and extension = 'broadcast' and event is not null
            and inserted_at >= to_timestamp(${since / 1000}::float8) and expires_at > now()
          order by inserted_at desc limit ${limit}
        ), measured as (
          select *, sum(coalesce(octet_length(binary_payload), octet_length(payload::text))) over (
            order by inserted_at desc rows between unbounded preceding and 1 preceding) as newer_bytes
          from latest
        )
        select id, event, payload, binary_payload from measured
        where coalesce(newer_bytes, 0) <= ${maxReplayBytes} order by inserted_at desc`;
      return rows.reverse().map(({ id, event, payload, binary_payload }) => ({
        topic: `realtime:${topic}`,
        event,
        payload,
        ...(binary_payload ? { bytes: binary_payload } : {}),
        meta: { id, replayed: true as const },
      }));
    },
    "read only",
  );
}
