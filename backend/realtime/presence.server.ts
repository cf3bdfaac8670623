import { randomBytes } from "node:crypto";
import { asShop } from "#db/client.server.ts";
import { isStorable } from "./publish.server.ts";

/** The presence of a topic: the metadata of every channel, by key. Source of the shape: Phoenix.Presence. */
export type PresenceState = Record<string, { metas: Record<string, unknown>[] }>;

export interface PresenceDiff {
  readonly joins: PresenceState;
  readonly leaves: PresenceState;
}

/** Maximum presence metadata of one channel. Bytes of JSON. */
const maxPresenceBytes = 65_536;

/**
 * The presence metadata of a channel.
 * @returns the problem, as text
 */
export function readMeta(payload: unknown): Readonly<Record<string, unknown>> | string {
  const meta = typeof payload === "object" && payload !== null ? payload : {};
  const json = JSON.stringify(meta);
  if (Buffer.byteLength(json) > maxPresenceBytes) return "presence payload is too large";
  return isStorable(json) ? (meta as Record<string, unknown>) : "presence payload cannot be stored";
}

/**
 * Publishes or changes a channel's presence on its topic.
 * @param topic without `realtime:` in front
 */
export async function track(
  nodeId: string,
  channel: { id: string; topic: string; isPrivate: boolean; presenceKey: string },
  payload: Readonly<Record<string, unknown>>,
): Promise<void> {
  const meta = JSON.stringify({ ...payload, phx_ref: randomBytes(12).toString("base64url") });
  await asShop()`
    select realtime.track(${nodeId}, ${channel.id}, ${channel.topic}, ${channel.isPrivate},
      ${channel.presenceKey}, ${meta}::text::jsonb)`;
}

export async function untrack(channelId: string): Promise<void> {
  await asShop()`select realtime.untrack(${channelId})`;
}

/** The presence of a topic, in every process. */
export async function presenceState(topic: string, isPrivate: boolean): Promise<PresenceState> {
  const rows = await asShop()<{ key: string; metas: Record<string, unknown>[] }[]>`
    select key, jsonb_agg(meta order by tracked_at) as metas from realtime.presences
    where topic = ${topic} and private = ${isPrivate} group by key`;
  return Object.fromEntries(rows.map(({ key, metas }) => [key, { metas }]));
}
