import { ConnectionLost, type Session } from "./session.ts";

/** No connection became free in time; no statement was sent. */
export class NoFreeConnection extends Error {
  readonly code = "CONNECTION_NOT_FREE";

  constructor() {
    super("every connection to PostgreSQL is in use");
    this.name = "NoFreeConnection";
  }
}

export interface PoolOptions {
  /** Maximum connections. */
  readonly max: number;
  /** Milliseconds after which an unused connection closes; undefined: never. */
  readonly idleMs: number | undefined;
  /** Milliseconds that a borrower waits for a connection to become free. */
  readonly waitMs: number;
  /** Opens one connection; `onLost` is called once, when the connection ends for any reason. */
  open(onLost: (session: Session) => void): Promise<Session>;
}

/**
 * Maximum age of a connection, in milliseconds: closing it frees the memory that PostgreSQL accumulates for
 * it.
 */
const maxAgeMs = 45 * 60_000;

/** Current state of a pool. */
export interface PoolCounts {
  /** Open connections that run statements. */
  readonly busy: number;
  readonly idle: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
}

interface Waiting {
  readonly resolve: (session: Session) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

interface Age {
  readonly opened: number;
  freeSince: number;
}

/** Connections that one borrower uses at a time. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #all = new Map<Session, Age>();
  #opening = 0;
  /** The most recently returned connection is lent first, so that the others become idle and close. */
  #free: Session[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #reaper: NodeJS.Timeout | undefined;
  /** Connections that are closing. */
  readonly #closing = new Set<Session>();
  #ended: PromiseWithResolvers<void> | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
    const { idleMs } = options;
    if (idleMs !== undefined) {
      this.#reaper = setInterval(() => this.#closeIdle(idleMs), idleMs / 2).unref();
    }
  }

  counts(): PoolCounts {
    const idle = this.#free.length;
    return { busy: this.#all.size - idle, idle, waiting: this.#waiting.length };
  }

  /** Takes a free connection synchronously; undefined when there is none. */
  take(): Session | undefined {
    if (this.#ended) return undefined;
    let session = this.#free.pop();
    // The socket has failed and its `end` event is still pending.
    while (session?.isLost) session = this.#free.pop();
    return session;
  }

  /**
   * Takes a connection, and waits for a free one when all are in use.
   * @throws NoFreeConnection, ConnectionLost
   */
  async borrow(): Promise<Session> {
    if (this.#ended) throw new ConnectionLost();
    const free = this.take();
    if (free) return free;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new NoFreeConnection());
      }, this.#options.waitMs);
      const waiting: Waiting = { resolve, reject, timer };
      this.#waiting.push(waiting);
      if (this.#opening < this.#waiting.length) this.#open();
    });
  }

  /** Returns a connection whose statements are answered or abandoned. */
  release(session: Session): void {
    const age = this.#all.get(session);
    if (!age) return;
    const now = performance.now();
    const isUsable = session.isIdle && !session.isLost && now - age.opened < maxAgeMs;
    if (this.#ended || !isUsable) {
      this.discard(session);
      return;
    }
    const next = this.#waiting.shift();
    if (next) {
      this.#lend(session, next);
      return;
    }
    age.freeSince = now;
    this.#free.push(session);
  }

  /** Closes a connection; another one opens on demand. */
  discard(session: Session): void {
    this.#closing.add(session);
    const isGone = () => {
      this.#closing.delete(session);
      this.#settleEnd();
    };
    session.close(session.isLost ? "now" : "gently").then(isGone, isGone);
    this.#drop(session);
  }

  /** Waits for statements in progress, at most `timeoutMs`, and closes the pool. */
  async end(timeoutMs: number | undefined): Promise<void> {
    if (this.#ended) return this.#ended.promise;
    this.#ended = Promise.withResolvers();
    clearInterval(this.#reaper);
    for (const session of this.#free.splice(0)) this.discard(session);
    this.#settleEnd();
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => this.#endNow(), timeoutMs);
    await this.#ended.promise;
    clearTimeout(timer);
  }

  #endNow(): void {
    for (const { reject, timer } of this.#waiting.splice(0)) {
      clearTimeout(timer);
      reject(new ConnectionLost());
    }
    for (const session of [...this.#all.keys(), ...this.#closing]) {
      // Closing rejects the pending statements, which report the error.
      session.close("now").catch(() => undefined);
      this.#drop(session);
    }
    this.#ended?.resolve();
  }

  #settleEnd(): void {
    const left = this.#all.size + this.#closing.size + this.#opening + this.#waiting.length;
    if (left === 0) this.#ended?.resolve();
  }

  #lend(session: Session, { resolve, timer }: Waiting): void {
    clearTimeout(timer);
    resolve(session);
  }

  #open(): void {
    if (this.#all.size + this.#opening >= this.#options.max) return;
    this.#opening++;
    this.#options
      .open((session) => this.#drop(session))
      .then(
        (session) => {
          this.#opening--;
          this.#all.set(session, { opened: performance.now(), freeSince: 0 });
          const next = this.#waiting.shift();
          if (next) this.#lend(session, next);
          else this.release(session);
        },
        (error: unknown) => {
          this.#opening--;
          const next = this.#waiting.shift();
          if (next) clearTimeout(next.timer);
          next?.reject(error);
          this.#openForNext();
        },
      );
  }

  #drop(session: Session): void {
    if (!this.#all.delete(session)) return;
    this.#free = this.#free.filter((free) => free !== session);
    this.#openForNext();
  }

  #openForNext(): void {
    if (this.#opening < this.#waiting.length) this.#open();
    this.#settleEnd();
  }

  #closeIdle(idleMs: number): void {
    const before = performance.now() - idleMs;
    for (const session of this.#free) {
      if ((this.#all.get(session)?.freeSince ?? 0) < before) this.discard(session);
    }
  }
}
