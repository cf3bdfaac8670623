import type postgres from "postgres";

/** Nobody gave a connection back in time: not now, and nothing has been asked of the database. */
export class AllLent extends Error {
  readonly code = "CONNECTION_NOT_FREE";
  constructor() {
    super("every connection is lent");
    this.name = "AllLent";
  }
}

/**
 * Connections that are lent one by one. The driver's own `reserve` loses connections and waits for ever when the server
 * restarts; a pool of a single connection does not, and keeps what is sent to it in order.
 */
export class SingleConnections {
  private readonly open: (onclose: () => void) => postgres.Sql;
  /** How often each was cut off: the driver opens it anew without a word. */
  private readonly cuts = new WeakMap<postgres.Sql, number>();
  private readonly max: number;
  private readonly free: postgres.Sql[] = [];
  private readonly all = new Set<postgres.Sql>();
  private waiting: ((connection: postgres.Sql) => void)[] = [];

  private readonly timeoutMs: number;

  /**
   * @param open makes a pool of one connection
   * @param max how many at once
   * @param timeoutMs milliseconds that a caller waits for one
   */
  constructor(open: (onclose: () => void) => postgres.Sql, max: number, timeoutMs = 10_000) {
    this.open = open;
    this.max = max;
    this.timeoutMs = timeoutMs;
  }

  /** Waits for a free one when all are lent. @throws AllLent */
  async borrow(): Promise<postgres.Sql> {
    const free = this.free.pop();
    if (free) return free;
    if (this.all.size < this.max) return this.add();
    return new Promise((resolve, reject) => {
      const take = (connection: postgres.Sql) => {
        clearTimeout(timer);
        resolve(connection);
      };
      const timer = setTimeout(() => {
        this.waiting = this.waiting.filter((one) => one !== take);
        reject(new AllLent());
      }, this.timeoutMs);
      this.waiting.push(take);
    });
  }

  /** Nothing may be under way on it. */
  detachBuffer(connection: postgres.Sql): void {
    const next = this.waiting.shift();
    if (next) next(connection);
    else this.free.push(connection);
  }

  /** Refuses at once whatever is still under way on it; another one takes its place. */
  discard(connection: postgres.Sql): void {
    if (!this.all.delete(connection)) return;
    // It is broken already, and whoever used it has been told.
    connection.end({ timeout: 0 }).catch(() => undefined);
    const next = this.waiting.shift();
    if (!next) return;
    next(this.add());
  }

  /** A number that stays the same as long as it is the same connection. */
  generationOf(connection: postgres.Sql): number {
    return this.cuts.get(connection) ?? 0;
  }

  private add(): postgres.Sql {
    const opened = this.open(() => this.cuts.set(opened, this.generationOf(opened) + 1));
    this.all.add(opened);
    return opened;
  }

  /** Waits for what is under way, five seconds at most. */
  async end(): Promise<void> {
    await Promise.all([...this.all].map((connection) => connection.end({ timeout: 5 })));
    this.all.clear();
  }
}
