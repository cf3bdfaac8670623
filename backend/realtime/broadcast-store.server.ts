import { asCaller, type Caller, inTransaction } from "#db/client.server.ts";
import type { Broadcast } from "./frames.ts";
import { isStorable, type Message } from "./publish.server.ts";

/** What a client wants to hear again of what was sent before it joined. */
export interface Replay {
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly limit: number;
}

const maxReplay = 25;
/** Bytes of messages that are told again beside the newest: a client that lags a megabyte behind would be hung up on. */
const maxReplayBytes = 512 * 1024;
/** The last moment that JavaScript knows. Milliseconds. */
const latest = 8.64e15;
const maxSeconds = 3 * 24 * 3600;

/** @returns undefined when nothing is wished, or nothing that can be understood */
export function readReplay(value: unknown): Replay | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { since, limit = maxReplay } = value as Record<string, unknown>;
  if (typeof since !== "number" || !(since <= latest)) return undefined;
  if (typeof limit !== "number" || !Number.isFinite(limit)) return undefined;
  // Nothing is that old, and PostgreSQL knows no year before 4713 BC.
  return { since: Math.max(0, since), limit: Math.min(Math.max(Math.trunc(limit), 1), maxReplay) };
}

/** For how many seconds a broadcast is to be kept: `true`, or `{ ttl }`. @returns undefined: not at all */
export function readPersist(value: unknown): number | undefined {
  if (value === true || value === "true") return maxSeconds;
  if (typeof value !== "object" || value === null) return undefined;
  const { ttl } = value as Record<string, unknown>;
  if (ttl === undefined) return maxSeconds;
  const seconds = Number(ttl);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, maxSeconds) : undefined;
}

/**
 * Sends a message by keeping it: the row tells every process, this one too. Whether the sender may is asked before.
 * @returns false when the database cannot hold it
 */
export async function keep(message: Message, seconds: number): Promise<boolean> {
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

/** What was kept last on a private topic, oldest first, as far as the policies let the caller see it. */
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
