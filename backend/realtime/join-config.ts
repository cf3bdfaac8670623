import { randomInt, randomUUID } from "node:crypto";
import { type Replay, readReplay } from "./broadcast-store.server.ts";
import {
  readSubscriptionRequests,
  type SubscriptionRequest,
} from "./changes/subscription-request.ts";
import type { Frame } from "./frames.ts";

/** A client's settings of a channel, in `config` of its join. */
export interface JoinConfig {
  readonly isPrivate: boolean;
  /** Acknowledge each broadcast. */
  readonly wantsAck: boolean;
  /** Receive own broadcasts too. */
  readonly wantsOwn: boolean;
  /** Replay of earlier messages; private channels only. */
  readonly replay: Replay | undefined;
  /** Notify the client when messages of the database arrive. */
  readonly wantsReady: boolean;
  readonly presenceEnabled: boolean;
  readonly presenceKey: string;
  readonly requests: readonly SubscriptionRequest[];
  /** The answer to the join waits until changes of rows are delivered. */
  readonly waitsForChanges: boolean;
}

const maxKeyLength = 240;

/** @returns undefined when the subscriptions are invalid */
export function readJoinConfig(frame: Frame, firstId: number): JoinConfig | undefined {
  const config = objectOf(frame.payload.config);
  const broadcast = objectOf(config.broadcast);
  const presence = objectOf(config.presence);
  const requests = readSubscriptionRequests(config.postgres_changes, firstId);
  if (!requests) return undefined;
  const key = typeof presence.key === "string" ? presence.key.slice(0, maxKeyLength) : "";
  return {
    isPrivate: config.private === true,
    wantsAck: broadcast.ack === true,
    wantsOwn: broadcast.self === true,
    replay: config.private === true ? readReplay(broadcast.replay) : undefined,
    wantsReady: broadcast.replication_ready === true,
    presenceEnabled: presence.enabled === true,
    presenceKey: key.replaceAll("\0", "") || randomUUID(),
    requests,
    waitsForChanges: objectOf(config.postgres_changes_options).wait === true,
  };
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** A random first number, to avoid collisions with other channels' subscriptions. */
export function firstSubscriptionId(): number {
  return randomInt(1, 2 ** 31 - 1000);
}
