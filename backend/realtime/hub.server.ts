import { log } from "#base/log.server.ts";
import { asShop, directDatabaseUrl } from "#db/client.server.ts";
import { openPostgres, type PoolSql } from "#db/driver.server.ts";
import { ChangeFeed } from "./changes/feed.server.ts";
import {
  type Broadcast,
  type Version,
  type Wire,
  wireOf,
  writeBroadcast,
  writeFrame,
} from "./frames.ts";
import { Node } from "./node.server.ts";
import type { PresenceDiff } from "./presence.server.ts";
import {
  type Message,
  noticeOf,
  type PublishedNotice,
  payloadOf,
  publish,
} from "./publish.server.ts";

/** One joined channel of one connection. */
export interface Member {
  /** With `realtime:` in front, as on the wire. */
  readonly topic: string;
  readonly version: Version;
  readonly isPrivate: boolean;
  readonly hearsBroadcasts: boolean;
  readonly wantsOwn: boolean;
  readonly userId: string | undefined;
  readonly sessionId: string | undefined;
  /** @param id of a stored message */
  send(data: Wire, id?: string): void;
  /** Sends a presence change. */
  sendPresence(data: Wire): void;
  /** Ends the channel with a reason. */
  end(reason: string): void;
}

/** A notification between processes. */
interface Notice extends Partial<PublishedNotice> {
  /** The process that has already delivered it to its own clients. */
  node?: string;
  /** Too long for NOTIFY: id of a row of realtime.long_notices. */
  stored?: string;
  /** Id of a stored message that is too long for NOTIFY. */
  message?: string;
  presence?: PresenceDiff;
  /** A transaction that changed rows. */
  changes?: string;
  ended_session?: string;
  ended_user?: string;
}

/** Milliseconds for which the hub keeps the ends of sessions: longer than the check of a join takes. */
const endRetentionMs = 60_000;
/** Maximum notices that wait for the database. */
const maxWaiting = 5_000;

/** The joined channels of this process, fed by one LISTEN connection. */
export class Hub {
  readonly node: Node;
  readonly changes: ChangeFeed;
  readonly #members = new Map<string, Map<string, Member>>();
  readonly #listener: PoolSql;
  readonly #onGap: () => void;
  #hasListened = false;
  /** Times at which sessions, or all sessions of a user, ended (`performance.now()`), by id, oldest first. */
  readonly #ends = new Map<string, number>();
  /** Notices are handled in commit order, also those that need the database. */
  #queue: Promise<void> | undefined;
  #waiting = 0;

  /**
   * @param onGap called when messages may have been missed, and when other nodes removed this one
   * @param beatMs interval of this process's heartbeat
   */
  constructor(onGap: () => void, beatMs: number) {
    this.#onGap = onGap;
    this.node = new Node(beatMs, onGap);
    this.changes = new ChangeFeed(this.node.id);
    this.#listener = openPostgres(directDatabaseUrl(), {
      max: 1,
      connection: { application_name: "etalase realtime" },
    });
  }

  /** Resolves once messages of the database arrive. */
  listen(): Promise<void> {
    this.#listening ??= this.#listen();
    return this.#listening;
  }

  #listening: Promise<void> | undefined;

  async #listen(): Promise<void> {
    await this.node.start();
    await this.#listener.listen(
      "realtime",
      (text) => this.#receive(text),
      () => {
        if (this.#hasListened) this.#comeBack();
        this.#hasListened = true;
      },
    );
  }

  /** This process must be registered again before the clients reconnect. */
  #comeBack(): void {
    this.node
      .beat()
      .catch((error) => log.error({ err: error }, "realtime heartbeat failed"))
      .finally(() => this.#onGap());
  }

  /** True once the process stops: its presence and listeners are deleted with its node, all at once. */
  isOver = false;

  async close(): Promise<void> {
    this.isOver = true;
    await this.#listener.end({ timeout: 2 });
    // Without the database the other nodes remove this one.
    await this.node.stop().catch((error) => log.warn({ err: error }, "realtime node lingers"));
  }

  /** @param id of a connection's channel, unique among all processes */
  join(id: string, member: Member): void {
    const members = this.#members.get(member.topic) ?? new Map<string, Member>();
    members.set(id, member);
    this.#members.set(member.topic, members);
  }

  /**
   * Whether a session, or all sessions of a user, ended at or after `since`. A join may have read the session before it ended and
   * registered after the notice.
   * @param since `performance.now()`
   */
  hasEnded(ids: readonly (string | undefined)[], since: number): boolean {
    return ids.some(
      (id) => id !== undefined && (this.#ends.get(id) ?? Number.NEGATIVE_INFINITY) >= since,
    );
  }

  leave(id: string, topic: string): void {
    const members = this.#members.get(topic);
    members?.delete(id);
    if (members?.size === 0) this.#members.delete(topic);
  }

  #receive(text: string): void {
    let notice: Notice;
    try {
      notice = JSON.parse(text) as Notice;
    } catch {
      return;
    }
    if (notice.node === this.node.id) return;
    const needsDatabase = (notice.stored ?? notice.message ?? notice.changes) !== undefined;
    if (!needsDatabase && !this.#queue) {
      this.#deliver(notice);
      return;
    }
    if (this.#waiting >= maxWaiting) {
      // Too many changes to deliver: every client reconnects and reads the present state.
      this.#onGap();
      return;
    }
    this.#waiting++;
    const turn: Promise<void> = (this.#queue ?? Promise.resolve())
      .then(() => this.#handle(notice))
      .catch((error) => log.error({ err: error }, "realtime message lost"))
      .finally(() => {
        this.#waiting--;
        if (this.#queue === turn) this.#queue = undefined;
      });
    this.#queue = turn;
  }

  async #handle(notice: Notice): Promise<void> {
    if (notice.changes !== undefined) return this.changes.deliver(notice.changes);
    const whole = await this.#wholeOf(notice);
    if (whole && whole.node !== this.node.id) this.#deliver(whole);
  }

  async #wholeOf(notice: Notice): Promise<Notice | undefined> {
    if (notice.stored !== undefined) {
      const [row] = await asShop()<{ notice: Notice }[]>`
        select notice from realtime.long_notices where id = ${notice.stored}`;
      return row?.notice;
    }
    if (notice.message === undefined) return notice;
    const [row] = await asShop()<Notice[]>`
      select id, topic, event, payload, private, encode(binary_payload, 'base64') as bytes
      from realtime.messages where id = ${notice.message}`;
    return row && { ...row, ...(notice.origin ? { origin: notice.origin } : {}) };
  }

  /** Sends a client's message directly to this process's clients, and to others through the database. */
  broadcast(message: Message): Promise<void> {
    const notice = noticeOf(message);
    this.#deliverBroadcast(notice);
    return publish({ ...notice, node: this.node.id });
  }

  #deliver(notice: Notice): void {
    if (notice.ended_session || notice.ended_user) this.#end(notice);
    else if (notice.presence) this.#deliverPresence(notice, notice.presence);
    else this.#deliverBroadcast(notice);
  }

  #deliverBroadcast(notice: Notice): void {
    if (typeof notice.topic !== "string" || typeof notice.event !== "string") return;
    const topic = `realtime:${notice.topic}`;
    const members = this.#members.get(topic);
    if (!members) return;
    const broadcast: Broadcast = {
      topic,
      event: notice.event,
      payload: payloadOf(notice),
      ...(typeof notice.bytes === "string" ? { bytes: Buffer.from(notice.bytes, "base64") } : {}),
      ...(notice.id === undefined ? {} : { meta: { id: notice.id } }),
    };
    // Encoded once a version, for any number of listeners.
    const written = new Map<Version, Wire | undefined>();
    for (const [id, member] of members) {
      if (member.isPrivate !== (notice.private ?? true)) continue;
      if (!member.hearsBroadcasts || (notice.origin === id && !member.wantsOwn)) continue;
      if (!written.has(member.version)) {
        written.set(member.version, wireOf(writeBroadcast(member.version, broadcast)));
      }
      const data = written.get(member.version);
      if (data !== undefined) member.send(data, notice.id);
    }
  }

  #deliverPresence(notice: Notice, diff: PresenceDiff): void {
    const topic = `realtime:${notice.topic}`;
    const frame = { joinRef: null, ref: null, topic, event: "presence_diff", payload: { ...diff } };
    const written = new Map<Version, Wire | undefined>();
    for (const member of this.#members.get(topic)?.values() ?? []) {
      if (member.isPrivate !== notice.private) continue;
      const data = written.get(member.version) ?? wireOf(writeFrame(member.version, frame));
      written.set(member.version, data);
      if (data !== undefined) member.sendPresence(data);
    }
  }

  #noteEnd(id: string): void {
    const now = performance.now();
    this.#ends.delete(id);
    this.#ends.set(id, now);
    for (const [oldest, at] of this.#ends) {
      if (now - at <= endRetentionMs) return;
      this.#ends.delete(oldest);
    }
  }

  #end(notice: Notice): void {
    for (const id of [notice.ended_session, notice.ended_user]) if (id) this.#noteEnd(id);
    for (const members of [...this.#members.values()]) {
      for (const member of [...members.values()]) {
        const isEnded =
          (notice.ended_session && member.sessionId === notice.ended_session) ||
          (notice.ended_user && member.userId === notice.ended_user);
        if (isEnded) member.end("Session is no longer valid");
      }
    }
  }
}
