import { randomUUID } from "node:crypto";
import type { WebSocket } from "ws";
import { findSignedIn } from "#backend/auth/request.server.ts";
import type { AccessClaims } from "#backend/gateway/access-token.server.ts";
import { callerOfToken } from "#backend/gateway/caller.server.ts";
import type { Keys } from "#backend/gateway/keys.server.ts";
import { AppError } from "#base/errors.ts";
import { log } from "#base/log.server.ts";
import { asShop, type Caller } from "#db/client.server.ts";
import { checkAccess } from "./access.server.ts";
import { type Frame, readFrame, type Version, writeFrame } from "./frames.ts";
import { type Hub, publish } from "./hub.server.ts";

export interface ConnectionOptions {
  readonly keys: Keys;
  readonly publicUrl: string;
  readonly hub: Hub;
  /** False: only channels that a policy opens. */
  readonly allowPublicChannels: boolean;
  readonly idleMs: number;
  /** True when one more join of the client's address fits into this second. */
  readonly mayJoin: () => boolean;
}

interface Channel {
  readonly id: string;
  readonly topic: string;
  readonly joinRef: string | null;
  readonly isPrivate: boolean;
  readonly wantsAck: boolean;
  readonly wantsOwn: boolean;
  caller: Caller;
  canSend: boolean;
  expiry: NodeJS.Timeout | undefined;
}

const maxChannels = 100;
const maxEventsASecond = 100;
/** Bytes that a client may lag behind. */
const maxBuffered = 4 * 1024 * 1024;
const topicShape = /^realtime:.{1,240}$/s;

/** One websocket: its channels, and what its client asks. Malformed and unknown messages are ignored. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #version: Version;
  readonly #options: ConnectionOptions;
  /** Who the client is until a channel brings a token of its own. */
  readonly #visitor: Caller;
  readonly #channels = new Map<string, Channel>();
  #idle: NodeJS.Timeout | undefined;
  #second = 0;
  #events = 0;
  /** Messages are handled in the order they came, also those that wait for the database. */
  #queue: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(socket: WebSocket, version: Version, visitor: Caller, options: ConnectionOptions) {
    this.#socket = socket;
    this.#version = version;
    this.#visitor = visitor;
    this.#options = options;
    socket.on("message", (data: Buffer, isBinary) => this.#hear(data, isBinary));
    socket.on("close", () => this.#forget());
    this.#touch();
  }

  #touch(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#socket.terminate(), this.#options.idleMs);
  }

  #forget(): void {
    clearTimeout(this.#idle);
    for (const channel of [...this.#channels.values()]) this.#drop(channel);
  }

  #hear(data: Buffer, isBinary: boolean): void {
    this.#touch();
    const second = Math.floor(Date.now() / 1000);
    if (second !== this.#second) this.#events = 0;
    this.#second = second;
    this.#events++;
    if (this.#events > maxEventsASecond || this.#waiting > 2 * maxEventsASecond) return;
    const frame = readFrame(data, isBinary, this.#version);
    if (!frame) return;
    this.#waiting++;
    this.#queue = this.#queue
      .then(() => this.#handle(frame))
      .catch((error) => log.error({ err: error }, "realtime message failed"))
      .finally(() => {
        this.#waiting--;
      });
  }

  async #handle(frame: Frame): Promise<void> {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (frame.topic === "phoenix") {
      if (frame.event === "heartbeat") this.#reply(frame, "ok", {});
      return;
    }
    if (frame.event === "phx_join") return this.#join(frame);
    const channel = this.#channels.get(frame.topic);
    if (!channel) {
      if (frame.event === "phx_leave") this.#reply(frame, "ok", {});
      return;
    }
    if (frame.event === "broadcast") return this.#broadcast(channel, frame);
    if (frame.event === "access_token") return this.#renew(channel, frame);
    if (frame.event === "phx_leave") {
      this.#reply(frame, "ok", {});
      this.#close(channel);
    }
  }

  async #join(frame: Frame): Promise<void> {
    const refuse = (reason: string) => this.#reply(frame, "error", { reason });
    if (frame.topic === "realtime:")
      return refuse("TopicNameRequired: You must provide a topic name");
    if (!topicShape.test(frame.topic) || frame.topic.includes("\0"))
      return refuse("unmatched topic");
    if (!this.#options.mayJoin())
      return refuse("ClientJoinRateLimitReached: Too many joins per second");
    const earlier = this.#channels.get(frame.topic);
    if (earlier) this.#close(earlier);
    if (this.#channels.size >= maxChannels)
      return refuse("ChannelRateLimitReached: Too many channels");
    const config = objectOf(frame.payload.config);
    const changes = config.postgres_changes;
    if (Array.isArray(changes) && changes.length > 0) {
      return refuse("PostgresChangesNotEnabled: This shop sends broadcasts, not row changes");
    }
    const isPrivate = config.private === true;
    if (!isPrivate && !this.#options.allowPublicChannels) {
      return refuse("PrivateOnly: This project only allows private channels");
    }
    const caller = await this.#callerOf(frame.payload.access_token);
    if (typeof caller === "string") return refuse(`InvalidJWTToken: ${caller}`);
    const name = frame.topic.slice("realtime:".length);
    const access = isPrivate
      ? await checkAccess(caller, name)
      : { canReceive: true, canSend: true };
    if (!access.canReceive) {
      return refuse(
        `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`,
      );
    }
    if (this.#socket.readyState !== this.#socket.OPEN) return;

    const broadcast = objectOf(config.broadcast);
    const channel: Channel = {
      id: randomUUID(),
      topic: frame.topic,
      joinRef: frame.joinRef ?? frame.ref,
      isPrivate,
      wantsAck: broadcast.ack === true,
      wantsOwn: broadcast.self === true,
      caller,
      canSend: access.canSend,
      expiry: undefined,
    };
    this.#channels.set(channel.topic, channel);
    this.#register(channel);
    this.#reply(frame, "ok", { postgres_changes: [] });
    if (objectOf(config.presence).enabled === true) this.#push(channel, "presence_state", {});
  }

  #register(channel: Channel): void {
    const { claims } = channel.caller;
    this.#options.hub.join(channel.id, {
      topic: channel.topic,
      version: this.#version,
      isPrivate: channel.isPrivate,
      wantsOwn: channel.wantsOwn,
      userId: typeof claims.sub === "string" ? claims.sub : undefined,
      sessionId: typeof claims.session_id === "string" ? claims.session_id : undefined,
      send: (data) => this.#send(data),
      end: (reason) => this.#fail(channel, reason),
    });
    clearTimeout(channel.expiry);
    if (typeof claims.exp !== "number") return;
    const left = Math.min(Math.max(0, claims.exp * 1000 - Date.now()), 2 ** 31 - 1);
    channel.expiry = setTimeout(() => this.#fail(channel, "Token has expired 0 seconds ago"), left);
  }

  async #broadcast(channel: Channel, frame: Frame): Promise<void> {
    // A refused message is dropped without a word, as upstream does.
    if (!channel.canSend) return;
    const { event, payload } = frame.payload;
    if (typeof event !== "string" || event.length > 255) return;
    const topic = channel.topic.slice("realtime:".length);
    const { bytes } = frame;
    await publish({ topic, event, payload, bytes, private: channel.isPrivate, origin: channel.id });
    if (channel.wantsAck) this.#reply(frame, "ok", {});
  }

  /** A fresh token for a channel: what it may do is asked again. */
  async #renew(channel: Channel, frame: Frame): Promise<void> {
    const token = frame.payload.access_token;
    if (typeof token === "string" && token.startsWith("sb_")) return;
    const caller = await this.#callerOf(token);
    if (typeof caller === "string") return this.#fail(channel, caller);
    if (channel.isPrivate) {
      const name = channel.topic.slice("realtime:".length);
      const access = await checkAccess(caller, name);
      if (!access.canReceive) {
        const reason = `You do not have permissions to read from this Channel topic: ${name}`;
        return this.#fail(channel, reason);
      }
      channel.canSend = access.canSend;
    }
    if (this.#channels.get(channel.topic) !== channel) return;
    channel.caller = caller;
    this.#register(channel);
  }

  /** @returns why a token is not accepted, as text */
  async #callerOf(token: unknown): Promise<Caller | string> {
    if (typeof token !== "string" || token === "" || token.startsWith("sb_")) return this.#visitor;
    try {
      const caller = await callerOfToken(this.#options.keys, this.#options.publicUrl, token);
      await findSignedIn(asShop(), caller.claims as AccessClaims);
      return caller;
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return error.message;
      throw error;
    }
  }

  /** Tells why, then closes: the client shows an error and does not come back by itself. */
  #fail(channel: Channel, message: string): void {
    const payload = {
      extension: "system",
      status: "error",
      message,
      channel: channel.topic.slice(9),
    };
    this.#push(channel, "system", payload);
    this.#close(channel);
  }

  #close(channel: Channel): void {
    this.#push(channel, "phx_close", {}, channel.joinRef);
    this.#drop(channel);
  }

  #drop(channel: Channel): void {
    clearTimeout(channel.expiry);
    this.#options.hub.leave(channel.id, channel.topic);
    if (this.#channels.get(channel.topic) === channel) this.#channels.delete(channel.topic);
  }

  #reply(frame: Frame, status: "ok" | "error", response: Record<string, unknown>): void {
    const joinRef = frame.joinRef;
    const { ref, topic } = frame;
    const payload = { status, response };
    this.#send(writeFrame(this.#version, { joinRef, ref, topic, event: "phx_reply", payload }));
  }

  #push(
    channel: Channel,
    event: string,
    payload: Record<string, unknown>,
    ref: string | null = null,
  ) {
    const { joinRef, topic } = channel;
    this.#send(writeFrame(this.#version, { joinRef, ref, topic, event, payload }));
  }

  #send(data: string | Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > maxBuffered) {
      // Too slow to follow: it reconnects and reads the present state instead.
      this.#socket.terminate();
      return;
    }
    this.#socket.send(data);
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
