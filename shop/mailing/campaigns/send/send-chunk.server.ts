import { log } from "#base/log.server.ts";
import { isUnavailable } from "#db/unavailable.server.ts";
import type { HandOverEnd } from "#integrations/mail/classify-reply.ts";
import type { MailLine } from "#integrations/mail/mail-line.server.ts";
import type { Allowance } from "./allowance.server.ts";
import type { Lines } from "./lines.server.ts";
import type { Signal } from "./signal.ts";
import {
  type BegunDelivery,
  type EndedAttempt,
  type Lease,
  type OpenDelivery,
  readOpen,
  releaseChunk,
  stepChunk,
} from "./step-chunk.server.ts";

/** What the chunks of a process share. */
export interface Shared {
  readonly lines: Lines;
  readonly allowance: Allowance;
  readonly signal: Signal;
  /** Hands a mail over on a line and says how it ended. @throws when the mail cannot be made; nothing has left then */
  readonly handOver: (line: MailLine, delivery: BegunDelivery) => Promise<HandOverEnd>;
  /** Told of every end, for limits and fuses. */
  readonly onEnd: (end: HandOverEnd, group: string) => void;
  /** Called now and then while the chunk is worked on. */
  readonly onTurn: () => void;
  /** A mail could not be made. */
  readonly onBroken: (error: unknown) => void;
  /** Milliseconds until a deferred delivery is tried again; undefined: it is given up. */
  readonly retryMs: (attempts: number) => number | undefined;
  readonly isStopping: () => boolean;
}

/** The longest time between two looks at the lease and at the campaign, in milliseconds. */
const maxBeatMs = 2_000;
/** Milliseconds between two looks at the pace while mails wait for it. */
const lookMs = 8;
/** Milliseconds, or ends, for which what has ended waits for the next mails to begin, so that one statement does both. */
const tickMs = 10;
const maxEnded = 20;
/** Milliseconds between two attempts to reach the database. */
const unavailableMs = 200;

/**
 * Sends the open deliveries of one leased chunk until none is left, the campaign pauses, the lease is lost, or the process
 * stops. Returns when the end of every attempt is written.
 */
export async function sendChunk(lease: Lease, shared: Shared): Promise<void> {
  await new ChunkSender(lease, shared).run();
}

class ChunkSender {
  readonly #lease: Lease;
  readonly #shared: Shared;
  /** Open deliveries by mail provider. */
  #open = new Map<string, OpenDelivery[]>();
  readonly #groups = new Map<number, string>();
  #ended: EndedAttempt[] = [];
  /** When the first of them ended. */
  #endedAt = 0;
  #onTheWire = 0;
  #mustReload = true;
  #isOver = false;
  #isLeased = true;
  #nextBeat = 0;

  constructor(lease: Lease, shared: Shared) {
    this.#lease = lease;
    this.#shared = shared;
  }

  async run(): Promise<void> {
    for (;;) {
      if (this.#shared.isStopping()) this.#isOver = true;
      try {
        if (this.#mustReload && this.#ended.length === 0 && !this.#isOver) await this.#load();
        if (await this.#turn()) break;
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, unavailableMs));
      }
    }
    if (!this.#isLeased) return;
    // Without it the lease ends by itself.
    await releaseChunk(this.#lease).catch((error: unknown) =>
      log.warn({ err: error, campaign: this.#lease.campaign }, "a chunk was not given back"),
    );
  }

  async #load(): Promise<void> {
    const open = new Map<string, OpenDelivery[]>();
    // From the end, because deliveries are taken from there.
    for (const delivery of (await readOpen(this.#lease)).reverse()) {
      this.#groups.set(delivery.n, delivery.domain_group);
      const group = open.get(delivery.domain_group);
      if (group) group.push(delivery);
      else open.set(delivery.domain_group, [delivery]);
    }
    this.#open = open;
    this.#mustReload = false;
  }

  /** @returns whether the chunk is done with */
  async #turn(): Promise<boolean> {
    const wanted = this.#isOver || this.#mustReload ? [] : this.#pick();
    const untilTick = this.#endedAt + tickMs - performance.now();
    const isFew = this.#ended.length > 0 && this.#ended.length < maxEnded;
    if (wanted.length === 0 && isFew && untilTick > 0 && !this.#isOver) {
      await this.#shared.signal.wait(untilTick);
      return false;
    }
    const ended = this.#ended;
    this.#ended = [];
    if (wanted.length === 0 && ended.length === 0) {
      const isEmpty = this.#isOver || [...this.#open.values()].every((group) => group.length === 0);
      if (this.#onTheWire === 0 && isEmpty && !this.#mustReload) return true;
      if (this.#onTheWire === 0 && this.#isOver) return true;
      this.#shared.onTurn();
      const untilBeat = this.#nextBeat - performance.now();
      if (untilBeat > 0 && !(this.#mustReload && this.#onTheWire === 0)) {
        await this.#shared.signal.wait(Math.min(untilBeat, isEmpty ? untilBeat : lookMs));
        return false;
      }
    }
    await this.#step(ended, wanted);
    return false;
  }

  /** Deliveries to begin, each with an idle line and its share of the pace. */
  #pick(): { delivery: OpenDelivery; line: MailLine }[] {
    const picked: { delivery: OpenDelivery; line: MailLine }[] = [];
    const { lines, allowance } = this.#shared;
    for (const [group, open] of this.#open) {
      while (open.length > 0) {
        const line = lines.take();
        if (!line) return picked;
        if (!allowance.take(group)) {
          lines.putBack(line);
          break;
        }
        const delivery = open.pop();
        if (delivery) picked.push({ delivery, line });
      }
    }
    return picked;
  }

  async #step(
    ended: readonly EndedAttempt[],
    wanted: readonly { delivery: OpenDelivery; line: MailLine }[],
  ): Promise<void> {
    const askedAt = performance.now();
    const lines = new Map(wanted.map(({ delivery, line }) => [delivery.n, line]));
    try {
      const step = await stepChunk(this.#lease, ended, [...lines.keys()]);
      this.#nextBeat = askedAt + Math.min(maxBeatMs, this.#lease.leaseMs / 6);
      for (const delivery of step.begun) {
        const line = lines.get(delivery.n);
        if (!line) continue;
        lines.delete(delivery.n);
        void this.#send(delivery, line, askedAt);
      }
      this.#isLeased = step.leased;
      if (!step.leased || step.status !== "sending") this.#isOver = true;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      // Whether it was committed is unknown. Ends are written again; what may have begun was never handed over.
      const { fence } = this.#lease;
      this.#ended.unshift(
        ...ended,
        ...wanted.map(({ delivery: { n, attempts } }) => ({
          n,
          fence,
          attempts: attempts + 1,
          state: "pending" as const,
        })),
      );
      this.#mustReload = true;
      throw error;
    } finally {
      for (const line of lines.values()) this.#shared.lines.give(line);
    }
  }

  async #send(delivery: BegunDelivery, line: MailLine, askedAt: number): Promise<void> {
    this.#onTheWire += 1;
    let end: HandOverEnd = { state: "pending" };
    try {
      // A process that was frozen for long sends nothing that began before: consent may have ended meanwhile.
      if (performance.now() - askedAt < this.#lease.leaseMs) {
        end = await this.#shared.handOver(line, delivery);
      }
    } catch (error) {
      log.error(
        { err: error, campaign: this.#lease.campaign },
        "a mail of a campaign was not made",
      );
      this.#shared.onBroken(error);
    }
    this.#onTheWire -= 1;
    this.#shared.onEnd(end, this.#groups.get(delivery.n) ?? "other");
    if (this.#ended.length === 0) this.#endedAt = performance.now();
    this.#ended.push(this.#attemptOf(delivery, end));
    if (end.state === "pending") this.#mustReload = true;
    this.#shared.lines.give(line, end);
  }

  #attemptOf({ n, attempts }: BegunDelivery, end: HandOverEnd): EndedAttempt {
    const attempt = { n, attempts, fence: this.#lease.fence };
    if (end.state !== "deferred") {
      return { ...attempt, state: end.state, ...("reply" in end ? { reason: end.reply } : {}) };
    }
    const retry = this.#shared.retryMs(attempts);
    return retry === undefined
      ? { ...attempt, state: "refused", reason: end.reply }
      : { ...attempt, state: "deferred", reason: end.reply, retry_ms: retry };
  }
}
