import type postgres from "postgres";
import { log } from "#base/log.server.ts";
import { asShop, databaseUrl } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { type Broadcast, type Version, writeBroadcast } from "./frames.ts";

/** One joined channel of one connection. */
export interface Member {
  /** With `realtime:` in front, as on the wire. */
  readonly topic: string;
  readonly version: Version;
  readonly isPrivate: boolean;
  readonly wantsOwn: boolean;
  readonly userId: string | undefined;
  readonly sessionId: string | undefined;
  send(data: string | Buffer): void;
  /** Ends the channel, telling why. */
  end(reason: string): void;
}

/** What travels between processes. */
interface Notice {
  topic?: string;
  event?: string;
  payload?: unknown;
  bytes?: string;
  private?: boolean;
  /** The process and channel that sent it. */
  origin?: string;
  stored?: string;
  ended_session?: string;
  ended_user?: string;
}

/** Who has joined what in this process, fed by one LISTEN connection. */
export class Hub {
  readonly #members = new Map<string, Map<string, Member>>();
  readonly #listener: postgres.Sql;
  readonly #onGap: () => void;
  #hasListened = false;

  /** @param onGap called when messages may have been missed while the database was away */
  constructor(onGap: () => void) {
    this.#onGap = onGap;
    this.#listener = openPostgres(databaseUrl(), {
      max: 1,
      onnotice: () => undefined,
      connection: { application_name: "etalase realtime" },
    });
  }

  async listen(): Promise<void> {
    await this.#listener.listen(
      "realtime",
      (text) => this.#receive(text),
      () => {
        if (this.#hasListened) this.#onGap();
        this.#hasListened = true;
      },
    );
  }

  async close(): Promise<void> {
    await this.#listener.end({ timeout: 2 });
  }

  /** @param id names the channel of one connection among all processes */
  join(id: string, member: Member): void {
    const members = this.#members.get(member.topic) ?? new Map<string, Member>();
    members.set(id, member);
    this.#members.set(member.topic, members);
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
    if (notice.stored) {
      this.#fetch(notice.stored).catch((error) =>
        log.error({ err: error }, "realtime message lost"),
      );
    } else this.#deliver(notice);
  }

  async #fetch(id: string): Promise<void> {
    const [row] = await asShop()<{ payload: Notice }[]>`
      select payload from realtime.messages where id = ${id}`;
    if (row) this.#deliver(row.payload);
  }

  #deliver(notice: Notice): void {
    if (notice.ended_session || notice.ended_user) {
      this.#end(notice);
      return;
    }
    if (typeof notice.topic !== "string" || typeof notice.event !== "string") return;
    const topic = `realtime:${notice.topic}`;
    const members = this.#members.get(topic);
    if (!members) return;
    const broadcast: Broadcast = {
      topic,
      event: notice.event,
      payload: notice.payload,
      ...(notice.bytes === undefined ? {} : { bytes: Buffer.from(notice.bytes, "base64") }),
    };
    // Written once a version, however many listen.
    const written = new Map<Version, string | Buffer | undefined>();
    for (const [id, member] of members) {
      if (member.isPrivate !== (notice.private ?? true)) continue;
      if (notice.origin === id && !member.wantsOwn) continue;
      if (!written.has(member.version)) {
        written.set(member.version, writeBroadcast(member.version, broadcast));
      }
      const data = written.get(member.version);
      if (data !== undefined) member.send(data);
    }
  }

  #end(notice: Notice): void {
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

/** Sends to all processes, this one too. @param topic without `realtime:` in front */
export async function publish(message: {
  topic: string;
  event: string;
  payload: unknown;
  bytes?: Uint8Array | undefined;
  private: boolean;
  origin?: string;
}): Promise<void> {
  const { bytes, ...rest } = message;
  const notice = bytes ? { ...rest, bytes: Buffer.from(bytes).toString("base64") } : rest;
  await asShop()`select realtime.publish(${JSON.stringify(notice)}::text::jsonb)`;
}
