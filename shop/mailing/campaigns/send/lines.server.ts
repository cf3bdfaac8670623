import type { HandOverEnd } from "#integrations/mail/classify-reply.ts";
import { MailLine, MailLineError } from "#integrations/mail/mail-line.server.ts";
import type { Signal } from "./signal.ts";

/** Messages after which a connection is renewed, as many mail servers ask for. */
const maxMessages = 100;
/** Milliseconds for which a connection is idle before another chunk is opened for it. */
const spareMs = 200;
/** Milliseconds before a failed connection is tried again: the first time, and at most. */
const firstPauseMs = 100;
const maxPauseMs = 30_000;

/** The connections of one process to the mail server. */
export class Lines {
  readonly #url: string;
  readonly #max: number;
  readonly #signal: Signal;
  readonly #idle: MailLine[] = [];
  readonly #sent = new WeakMap<MailLine, number>();
  #open = 0;
  #idleSince = Number.POSITIVE_INFINITY;
  #failures = 0;
  #reopenAt = 0;
  #problem: HandOverEnd | undefined;

  constructor(url: string, max: number, signal: Signal) {
    this.#url = url;
    this.#max = max;
    this.#signal = signal;
  }

  /** An idle connection. Without one, opens another in the background and rings when it is there. */
  take(): MailLine | undefined {
    for (;;) {
      const line = this.#idle.pop();
      if (this.#idle.length === 0) this.#idleSince = Number.POSITIVE_INFINITY;
      if (!line) break;
      if (line.isOpen) return line;
      this.#open -= 1;
    }
    if (this.#open < this.#max && performance.now() >= this.#reopenAt) void this.#openOne();
    return undefined;
  }

  /** Takes a connection back that was not used. */
  putBack(line: MailLine): void {
    this.#idle.push(line);
    this.#idleSince = Math.min(this.#idleSince, performance.now());
  }

  /** Whether connections were left idle for a while: more work would be welcome. */
  get isSpare(): boolean {
    return performance.now() - this.#idleSince > spareMs;
  }

  /** Takes a connection back and rings. @param end how its last message ended; undefined when it carried none */
  give(line: MailLine, end?: HandOverEnd): void {
    const sent = (this.#sent.get(line) ?? 0) + (end ? 1 : 0);
    this.#sent.set(line, sent);
    if (end?.state === "accepted") this.#failures = 0;
    if (line.isOpen && sent < maxMessages) this.putBack(line);
    else {
      this.#open -= 1;
      if (line.isOpen) line.quit();
      else this.#slowDown();
    }
    this.#signal.ring();
  }

  /** Why no connection could be opened for a while; undefined while it works. */
  get problem(): { readonly end: HandOverEnd; readonly tries: number } | undefined {
    return this.#problem && { end: this.#problem, tries: this.#failures };
  }

  close(): void {
    for (const line of this.#idle.splice(0)) line.quit();
  }

  async #openOne(): Promise<void> {
    this.#open += 1;
    // One at a time while the server is in trouble.
    if (this.#failures > 0) this.#reopenAt = Number.POSITIVE_INFINITY;
    try {
      this.putBack(await MailLine.open(this.#url));
      this.#problem = undefined;
      this.#reopenAt = 0;
    } catch (error) {
      this.#open -= 1;
      this.#problem = error instanceof MailLineError ? error.end : { state: "pending" };
      this.#slowDown();
    }
    this.#signal.ring();
  }

  #slowDown(): void {
    this.#failures += 1;
    const pause = Math.min(maxPauseMs, firstPauseMs * 2 ** (this.#failures - 1));
    this.#reopenAt = performance.now() + pause;
  }
}
