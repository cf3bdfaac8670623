import { randomUUID } from "node:crypto";
import { timeNow } from "#base/clock.ts";
import { log } from "#base/log.server.ts";
import type { Caller } from "#db/client.server.ts";
import { accessOf, type ChannelAccess, noAccess } from "./access.server.ts";
import { Backlog } from "./backlog.ts";
import { type Replay, readPersist, readStored, storeBroadcast } from "./broadcast-store.server.ts";
import { resolveSubscriptions, type Subscription } from "./changes/subscription.server.ts";
import { echo } from "./changes/subscription-request.ts";
import { type Frame, nameOf, type Version, type Wire, wireOf, writeFrame } from "./frames.ts";
import type { Hub } from "./hub.server.ts";
import type { JoinConfig } from "./join-config.ts";
import { presenceState, readMeta, track, untrack } from "./presence.server.ts";

export interface ChannelOptions {
  readonly hub: Hub;
  /**
   * False: public channels carry neither broadcasts nor presence; changes of rows have policies of their own.
   */
  readonly allowPublicChannels: boolean;
  /** Presence calls of a channel in half a minute. */
  readonly presenceCalls: number;
}

/** A channel's interface to its connection. */
export interface ChannelLink {
  readonly version: Version;
  send(wire: Wire): void;
  /** Removes a closed channel from the connection. */
  forget(channel: Channel): void;
  /**
   * The caller of a token.
   * @returns the reason as text when the token is refused
   */
  callerOf(token: unknown): Promise<Caller | string>;
}

const presenceWindowMs = 30_000;

/** A topic that a connection has joined. */
export class Channel {
  readonly id = randomUUID();
  /** With `realtime:` in front, as on the wire. */
  readonly topic: string;
  readonly #name: string;
  readonly #joinRef: string | null;
  readonly #config: JoinConfig;
  readonly #link: ChannelLink;
  readonly #options: ChannelOptions;
  #caller: Caller;
  #access: ChannelAccess;
  #subscriptions: readonly Subscription[] = [];
  #expiry: NodeJS.Timeout | undefined;
  #isOver = false;
  #isTracked = false;
  #seesPresence = false;
  /** Presence changes during the read of the first state, which the client must get first. */
  #early: Wire[] | undefined;
  #backlog: Backlog | undefined;
  #presenceCalls = 0;
  #presenceWindow = 0;

  constructor(
    frame: Frame,
    config: JoinConfig,
    caller: Caller,
    access: ChannelAccess,
    link: ChannelLink,
    options: ChannelOptions,
  ) {
    this.topic = frame.topic;
    this.#name = nameOf(frame.topic);
    this.#joinRef = frame.joinRef ?? frame.ref;
    this.#config = config;
    this.#caller = caller;
    this.#access = access;
    this.#link = link;
    this.#options = options;
  }

  /**
   * Answers the join and starts delivery.
   * @param checkedAt when the check of the caller began, `performance.now()`
   * @param resolved the subscriptions, when the client waits for them
   */
  async start(
    frame: Frame,
    checkedAt: number,
    resolved: readonly Subscription[] | undefined,
  ): Promise<void> {
    const { requests, replay } = this.#config;
    if (replay && this.#access.canReceive) this.#backlog = new Backlog();
    this.#register();
    this.reply(frame, "ok", { postgres_changes: requests.map(echo) });
    if (this.#closeIfEnded(checkedAt)) return;
    if (replay && this.#access.canReceive) await this.#replay(replay);
    if (this.#config.wantsReady) await this.#sendReady();
    if (this.#config.presenceEnabled) await this.#showPresence();
    if (requests.length > 0) await this.#subscribe(resolved);
  }

  #register(): void {
    const { claims } = this.#caller;
    this.#options.hub.join(this.id, {
      topic: this.topic,
      version: this.#link.version,
      isPrivate: this.#config.isPrivate,
      hearsBroadcasts: this.#access.canReceive,
      wantsOwn: this.#config.wantsOwn,
      userId: typeof claims.sub === "string" ? claims.sub : undefined,
      sessionId: typeof claims.session_id === "string" ? claims.session_id : undefined,
      send: (wire, id) => {
        if (!this.#backlog?.takes(wire, id)) this.#link.send(wire);
      },
      sendPresence: (wire) => this.#sendPresence(wire),
      end: (reason) => this.fail(reason),
    });
    clearTimeout(this.#expiry);
    if (typeof claims.exp !== "number") return;
    const left = Math.min(Math.max(0, claims.exp * 1000 - timeNow()), 2 ** 31 - 1);
    this.#expiry = setTimeout(() => this.fail("Token has expired 0 seconds ago"), left);
  }

  /** Closes the channel if its session ended during the check. @returns whether it was closed */
  #closeIfEnded(checkedAt: number): boolean {
    const { sub, session_id } = this.#caller.claims;
    const ids = [sub, session_id].map((id) => (typeof id === "string" ? id : undefined));
    const hasEnded = this.#options.hub.hasEnded(ids, checkedAt);
    if (hasEnded) this.fail("Session is no longer valid");
    return hasEnded;
  }

  /** Handles a message of the client on this channel. Unknown ones are ignored. */
  async handle(frame: Frame): Promise<void> {
    if (frame.event === "broadcast") return this.#broadcast(frame);
    if (frame.event === "presence") return this.#changePresence(frame);
    if (frame.event === "access_token") return this.#renew(frame);
    if (frame.event === "phx_leave") {
      this.reply(frame, "ok", {});
      this.close();
    }
  }

  async #broadcast(frame: Frame): Promise<void> {
    const answer = (status: "ok" | "error", response: Record<string, unknown>) => {
      // A client that requests no acknowledgement gets no refusal either, as upstream.
      if (this.#config.wantsAck) this.reply(frame, status, response);
    };
    if (!this.#access.canSend) {
      const reason = `Unauthorized: You do not have permissions to write to this Channel topic: ${this.#name}`;
      return answer("error", { reason });
    }
    const { event, payload, persist } = frame.payload;
    if (typeof event !== "string" || event.length > 255) return;
    if (event.includes("\0") || !event.isWellFormed()) return;
    const { isPrivate } = this.#config;
    const from = { topic: this.#name, private: isPrivate, origin: this.id };
    const message = { ...from, event, payload, bytes: frame.bytes };
    const seconds = isPrivate ? readPersist(persist) : undefined;
    if (seconds === undefined) await this.#options.hub.broadcast(message);
    else if (!(await storeBroadcast(message, seconds))) {
      return answer("error", { reason: "payload cannot be stored" });
    }
    answer("ok", {});
  }

  async #replay(replay: Replay): Promise<void> {
    // Without the database new messages are still delivered.
    const stored = await readStored(this.#caller, this.#name, replay).catch((error) => {
      log.error({ err: error }, "realtime replay failed");
      return [];
    });
    const wires = this.#backlog?.merge(this.#link.version, stored) ?? [];
    for (const wire of wires) this.#link.send(wire);
  }

  async #sendReady(): Promise<void> {
    await this.#options.hub.listen();
    this.#push("system", this.#system("system", "ok", "Replication connection established"));
  }

  async #changePresence(frame: Frame): Promise<void> {
    if (!this.#access.canTrack) return;
    const { event, payload } = frame.payload;
    const kind = String(event).toLowerCase();
    if (kind !== "track" && kind !== "untrack") return;
    if (!this.#mayCallPresence()) {
      return this.fail("ClientPresenceRateLimitReached: Too many presence calls");
    }
    if (kind === "untrack") {
      await untrack(this.id);
      this.#isTracked = false;
      return this.reply(frame, "ok", {});
    }
    const meta = readMeta(payload);
    if (typeof meta === "string") return this.reply(frame, "error", { reason: meta });
    this.#isTracked = true;
    const { isPrivate, presenceKey } = this.#config;
    const channel = { id: this.id, topic: this.#name, isPrivate, presenceKey };
    await track(this.#options.hub.node.id, channel, meta);
    // The channel may have left during the write.
    if (this.#isOver) await untrack(this.id);
    this.reply(frame, "ok", {});
  }

  #mayCallPresence(): boolean {
    const window = Math.floor(performance.now() / presenceWindowMs);
    if (window !== this.#presenceWindow) this.#presenceCalls = 0;
    this.#presenceWindow = window;
    this.#presenceCalls++;
    return this.#presenceCalls <= this.#options.presenceCalls;
  }

  async #showPresence(): Promise<void> {
    if (!this.#access.canSeePresence) return;
    this.#seesPresence = true;
    const early: Wire[] = [];
    this.#early = early;
    const state = await presenceState(this.#name, this.#config.isPrivate);
    this.#push("presence_state", state);
    this.#early = undefined;
    for (const wire of early) this.#link.send(wire);
  }

  #sendPresence(wire: Wire): void {
    if (!this.#seesPresence) return;
    if (this.#early) this.#early.push(wire);
    else this.#link.send(wire);
  }

  async #subscribe(resolved: readonly Subscription[] | undefined): Promise<void> {
    const found = resolved ?? (await resolveSubscriptions(this.#config.requests, this.#caller));
    if (typeof found === "string") {
      this.#push("system", this.#system("postgres_changes", "error", found));
      return;
    }
    this.#subscriptions = found;
    await this.#listenToChanges();
    this.#push("system", this.#system("postgres_changes", "ok", "Subscribed to PostgreSQL"));
  }

  async #listenToChanges(): Promise<void> {
    if (this.#subscriptions.length === 0 || this.#isOver) return;
    await this.#options.hub.changes.subscribe(this.id, {
      topic: this.topic,
      version: this.#link.version,
      caller: this.#caller,
      subscriptions: this.#subscriptions,
      send: (data) => this.#link.send(wireOf(data)),
    });
    if (this.#isOver) await this.#options.hub.changes.unsubscribe(this.id);
  }

  /** A new token: the channel's rights are checked again. */
  async #renew(frame: Frame): Promise<void> {
    const token = frame.payload.access_token;
    if (typeof token === "string" && token.startsWith("sb_")) return;
    const checkedAt = performance.now();
    const caller = await this.#link.callerOf(token);
    if (typeof caller === "string") return this.fail(caller);
    const access = await accessOf(this.#config, this.#name, caller, this.#options);
    if (access === noAccess && this.#config.isPrivate) {
      const reason = `You do not have permissions to read from this Channel topic: ${this.#name}`;
      return this.fail(reason);
    }
    if (this.#isOver) return;
    this.#caller = caller;
    this.#access = access;
    this.#seesPresence = this.#config.presenceEnabled && access.canSeePresence;
    if (!access.canTrack && this.#isTracked) await untrack(this.id);
    this.#register();
    if (this.#closeIfEnded(checkedAt)) return;
    await this.#listenToChanges();
  }

  /** Sends the reason, then closes: the client shows an error and does not rejoin by itself. */
  fail(message: string): void {
    this.#push("system", this.#system("system", "error", message));
    this.close();
  }

  close(): void {
    if (this.#isOver) return;
    this.#push("phx_close", {}, this.#joinRef);
    this.drop();
  }

  /** Closes without a message: the connection is closed. */
  drop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#expiry);
    this.#options.hub.leave(this.id, this.topic);
    this.#link.forget(this);
    if (this.#options.hub.isOver) return;
    const work = [this.#options.hub.changes.unsubscribe(this.id)];
    if (this.#isTracked) work.push(untrack(this.id));
    Promise.all(work).catch((error) => log.error({ err: error }, "realtime channel lingers"));
  }

  reply(frame: Frame, status: "ok" | "error", response: Record<string, unknown>): void {
    const { joinRef, ref, topic } = frame;
    const payload = { status, response };
    const reply = { joinRef, ref, topic, event: "phx_reply", payload };
    this.#link.send(wireOf(writeFrame(this.#link.version, reply)));
  }

  #push(event: string, payload: Record<string, unknown>, ref: string | null = null): void {
    if (this.#isOver) return;
    const frame = { joinRef: this.#joinRef, ref, topic: this.topic, event, payload };
    this.#link.send(wireOf(writeFrame(this.#link.version, frame)));
  }

  #system(extension: "system" | "postgres_changes", status: "ok" | "error", message: string) {
    return { extension, status, message, channel: this.#name };
  }
}
