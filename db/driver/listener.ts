import { log } from "#base/log.server.ts";
import type { Session } from "./session.ts";

interface Hearing {
  readonly channel: string;
  readonly onMessage: (payload: string) => void;
  readonly onListen: (() => void) | undefined;
}

/** Milliseconds before a lost connection is reopened, doubled with each attempt. */
const firstDelayMs = 50;
const maxDelayMs = 5_000;

/** Listens to channels of PostgreSQL over one connection, which is reopened when it is lost. */
export class Listener {
  readonly #open: (onLost: () => void) => Promise<Session>;
  readonly #hearings = new Set<Hearing>();
  #session: Promise<Session> | undefined;
  #hasEnded = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(open: (onLost: () => void) => Promise<Session>) {
    this.#open = open;
  }

  /** @throws the first connection's error */
  async listen(
    channel: string,
    onMessage: (payload: string) => void,
    onListen?: () => void,
  ): Promise<{ unlisten: () => Promise<void> }> {
    const hearing: Hearing = { channel, onMessage, onListen };
    this.#session ??= this.#connect();
    const session = await this.#session;
    await send(session, "listen", channel);
    this.#hearings.add(hearing);
    onListen?.();
    return { unlisten: () => this.#unlisten(hearing) };
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    clearTimeout(this.#retry);
    const session = await this.#session?.catch(() => undefined);
    await session?.close("now");
  }

  async #unlisten(hearing: Hearing): Promise<void> {
    this.#hearings.delete(hearing);
    const isHeard = [...this.#hearings].some(({ channel }) => channel === hearing.channel);
    const session = await this.#session?.catch(() => undefined);
    if (!isHeard && session && !session.isLost) await send(session, "unlisten", hearing.channel);
  }

  async #connect(): Promise<Session> {
    try {
      const session = await this.#open(() => this.#reconnect(firstDelayMs));
      session.client.on("notification", ({ channel, payload }) => {
        for (const hearing of this.#hearings) {
          if (hearing.channel === channel) deliver(hearing, payload ?? "");
        }
      });
      return session;
    } catch (error) {
      this.#session = undefined;
      throw error;
    }
  }

  #reconnect(delayMs: number): void {
    if (this.#hasEnded) return;
    this.#session = undefined;
    clearTimeout(this.#retry);
    if (this.#hearings.size === 0) return;
    this.#retry = setTimeout(() => {
      this.#listenAgain().catch(() => this.#reconnect(Math.min(delayMs * 2, maxDelayMs)));
    }, delayMs);
  }

  async #listenAgain(): Promise<void> {
    this.#session ??= this.#connect();
    const session = await this.#session;
    const hearings = [...this.#hearings];
    for (const channel of new Set(hearings.map((hearing) => hearing.channel))) {
      await send(session, "listen", channel);
    }
    for (const { onListen } of hearings) onListen?.();
  }
}

/** Called by the socket, where an error would end the program. */
function deliver({ channel, onMessage }: Hearing, payload: string): void {
  try {
    onMessage(payload);
  } catch (error) {
    log.error({ err: error, channel }, "a notification of PostgreSQL could not be handled");
  }
}

function send(session: Session, verb: "listen" | "unlisten", channel: string): Promise<unknown> {
  const text = `${verb} "${channel.replaceAll('"', '""')}"`;
  return session.run({ text, values: [], types: undefined, how: "script" });
}
