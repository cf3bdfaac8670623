import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { requireSession } from "#backend/auth/request.server.ts";
import type { AccessClaims } from "#backend/gateway/access-token.server.ts";
import { callerOfToken, roleOfKey } from "#backend/gateway/caller.server.ts";
import type { Keys } from "#backend/gateway/keys.server.ts";
import { AppError } from "#base/errors.ts";
import { log } from "#base/log.server.ts";
import type { Places } from "#base/places.ts";
import type { Caller } from "#db/client.server.ts";
import { accessOf, noAccess } from "./access.server.ts";
import { resolveSubscriptions } from "./changes/subscription.server.ts";
import { Channel, type ChannelLink, type ChannelOptions } from "./channel.server.ts";
import {
  type Frame,
  nameOf,
  readFrame,
  type Version,
  type Wire,
  wireOf,
  writeFrame,
} from "./frames.ts";
import { firstSubscriptionId, readJoinConfig } from "./join-config.ts";
import { Outbox } from "./outbox.ts";
import { partWith, tooMuch } from "./part-with.ts";

export interface ConnectionOptions extends ChannelOptions {
  readonly keys: Keys;
  readonly publicUrl: string;
  readonly maxChannels: number;
  readonly eventsASecond: number;
  /** A silent client is disconnected after this time. */
  readonly idleMs: number;
  /** Counts the websockets of each account. */
  readonly accounts: Places;
  /** True when the client's address may join once more in this second. */
  readonly mayJoin: () => boolean;
  /** True when the client's network may send that many bytes more in this second. */
  readonly mayRead: (bytes: number) => boolean;
}

/** Maximum unsent bytes of a client. */
const maxBuffered = 1024 * 1024;
/** Maximum bytes of messages that wait for earlier ones. */
const maxWaitingBytes = 8 * 1024 * 1024;
/** Bytes a second that a websocket may send even if its network exceeds its limit. */
const spareBytes = 16 * 1024;
const topicShape = /^realtime:.{1,240}$/s;

/** One websocket: its channels, and its client's messages. Malformed and unknown messages are ignored. */
export class Connection implements ChannelLink {
  readonly version: Version;
  readonly #socket: WebSocket;
  readonly #outbox: Outbox;
  readonly #options: ConnectionOptions;
  /** The client's identity until a channel has a token of its own. */
  readonly #visitor: Caller;
  readonly #channels = new Map<string, Channel>();
  /** Accounts that joined through this websocket, each with the function that frees its place. */
  readonly #accounts = new Map<string, () => void>();
  #lastHeard = performance.now();
  #second = 0;
  #events = 0;
  #bytes = 0;
  /** Messages are handled in order of arrival, also those that need the database. */
  #queue: Promise<void> = Promise.resolve();
  #waitingBytes = 0;

  /** @param stream the websocket's underlying stream */
  constructor(
    socket: WebSocket,
    stream: Duplex,
    version: Version,
    visitor: Caller,
    options: ConnectionOptions,
  ) {
    this.#socket = socket;
    this.#outbox = new Outbox(socket, stream);
    this.version = version;
    this.#visitor = visitor;
    this.#options = options;
    socket.on("message", (data: Buffer, isBinary) => this.#hear(data, isBinary));
    socket.on("close", () => {
      for (const channel of [...this.#channels.values()]) channel.drop();
      for (const leave of this.#accounts.values()) leave();
      this.#accounts.clear();
    });
  }

  /** Called periodically: a timer for each of thousands of idle clients would cost too much. */
  dropIfSilent(now: number): void {
    if (now - this.#lastHeard > this.#options.idleMs) {
      partWith(this.#socket, tooMuch, "No heartbeat");
    }
  }

  #hear(data: Buffer, isBinary: boolean): void {
    // The message arrived before the connection began to close.
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#lastHeard = performance.now();
    const second = Math.floor(this.#lastHeard / 1000);
    if (second !== this.#second) {
      this.#events = 0;
      this.#bytes = 0;
    }
    this.#second = second;
    this.#events++;
    if (
      this.#waitingBytes + data.length > maxWaitingBytes ||
      this.#events > 10 * this.#options.eventsASecond
    ) {
      partWith(this.#socket, tooMuch, "Too many messages per second");
      return;
    }
    this.#bytes += data.length;
    // Checked before the message is parsed, because parsing takes most of the time.
    if (!this.#options.mayRead(data.length) && this.#bytes > spareBytes) {
      partWith(this.#socket, tooMuch, "Too many bytes per second");
      return;
    }
    const frame = readFrame(data, isBinary, this.version);
    if (!frame) return;
    if (this.#events > this.#options.eventsASecond) {
      this.#channels.get(frame.topic)?.fail("Too many messages per second");
      return;
    }
    this.#waitingBytes += data.length;
    this.#queue = this.#queue.then(() => {
      const handled = this.#handle(frame)
        .catch((error) => log.error({ err: error }, "realtime message failed"))
        .finally(() => {
          this.#waitingBytes -= data.length;
        });
      // Broadcasts have their own ordered queue, so the next message does not wait for their delivery.
      return frame.event === "broadcast" ? undefined : handled;
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
    if (channel) return channel.handle(frame);
    if (frame.event === "phx_leave") this.#reply(frame, "ok", {});
  }

  async #join(frame: Frame): Promise<void> {
    const refuse = (reason: string) => this.#reply(frame, "error", { reason });
    if (frame.topic === "realtime:")
      return refuse("TopicNameRequired: You must provide a topic name");
    if (!topicShape.test(frame.topic) || frame.topic.includes("\0"))
      return refuse("unmatched topic");
    if (!this.#options.mayJoin())
      return refuse("ClientJoinRateLimitReached: Too many joins per second");
    this.#channels.get(frame.topic)?.close();
    if (this.#channels.size >= this.#options.maxChannels)
      return refuse("ChannelRateLimitReached: Too many channels");
    const config = readJoinConfig(frame, firstSubscriptionId());
    if (!config) return refuse("RealtimeDisabledForConfiguration: postgres_changes is malformed");
    // Changes of rows follow the rows' own policies, so they need no private channel.
    if (!config.isPrivate && !this.#options.allowPublicChannels && config.requests.length === 0) {
      return refuse("PrivateOnly: This project only allows private channels");
    }
    const checkedAt = performance.now();
    const caller = await this.callerOf(frame.payload.access_token);
    if (typeof caller === "string") return refuse(`InvalidJWTToken: ${caller}`);
    if (!this.#enterAccount(caller)) {
      return refuse("ConnectionRateLimitReached: Too many connections of this account");
    }
    const name = nameOf(frame.topic);
    const access = await accessOf(config, name, caller, this.#options);
    if (access === noAccess && config.isPrivate) {
      return refuse(
        `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`,
      );
    }
    const resolved = config.waitsForChanges
      ? await resolveSubscriptions(config.requests, caller)
      : undefined;
    if (typeof resolved === "string") {
      return refuse(`RealtimeDisabledForConfiguration: ${resolved}`);
    }
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const channel = new Channel(frame, config, caller, access, this, this.#options);
    this.#channels.set(channel.topic, channel);
    await channel.start(frame, checkedAt, resolved);
  }

  /** @returns false when the caller's account has reached its maximum of websockets */
  #enterAccount({ claims }: Caller): boolean {
    const account = typeof claims.sub === "string" ? claims.sub : undefined;
    const isOpen = this.#socket.readyState === this.#socket.OPEN;
    if (!isOpen || account === undefined || this.#accounts.has(account)) return true;
    const { accounts } = this.#options;
    if (!accounts.hasRoom(account)) return false;
    this.#accounts.set(account, accounts.enter(account));
    return true;
  }

  forget(channel: Channel): void {
    if (this.#channels.get(channel.topic) === channel) this.#channels.delete(channel.topic);
  }

  async callerOf(token: unknown): Promise<Caller | string> {
    if (typeof token !== "string" || token === "" || token.startsWith("sb_")) return this.#visitor;
    const { keys, publicUrl } = this.#options;
    try {
      const role = await roleOfKey(keys, token);
      if (role) return { dbRole: role, claims: {} };
      const caller = await callerOfToken(keys, publicUrl, token);
      // A token made by the merchant has no session that could end.
      if (caller.claims.session_id !== undefined) {
        await requireSession(caller.claims as AccessClaims);
      }
      return caller;
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return error.message;
      throw error;
    }
  }

  #reply(frame: Frame, status: "ok" | "error", response: Record<string, unknown>): void {
    const { joinRef, ref, topic } = frame;
    const payload = { status, response };
    this.send(
      wireOf(writeFrame(this.version, { joinRef, ref, topic, event: "phx_reply", payload })),
    );
  }

  /**
   * Closes the websocket after pending messages are sent.
   * @param code of the websocket protocol
   */
  close(code: number): void {
    this.#outbox.flush();
    this.#socket.close(code);
  }

  send({ frame }: Wire): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#outbox.bufferedBytes > maxBuffered) {
      // A client that is too slow reconnects and reads the present state instead.
      this.#socket.terminate();
      return;
    }
    this.#outbox.add(frame);
  }
}
