import { log } from "#base/log.server.ts";
import { asShopApart } from "./client.server.ts";
import { outsideSharedRead } from "./shared-read.server.ts";

/** What a commit changed, as tags; undefined when anything may have changed. */
export type Changed = readonly string[] | undefined;

/**
 * Called with what changed.
 * @param atOnce readers must see the change at once: this process may have made it, or nobody asked for a while and it may be
 * old
 */
export type OnChange = (changed: Changed, atOnce: boolean) => void;

/** Milliseconds that an answer of the log counts. Other processes see a commit this much later at most. */
const freshMs = 200;
/** Milliseconds between two questions from which a change may be old. */
const oldMs = 2 * freshMs;
/** Milliseconds after which the next question is asked ahead, so that in traffic nobody waits for it. */
const aheadMs = 50;
/** Milliseconds that a question may take; until then readers wait for it, afterwards they go on without. */
const patienceMs = 1_000;
/** Milliseconds without an answer, because the database is away, in which readers keep what they have. */
const maxUnknownMs = 10 * 60_000;
/** Milliseconds after which the oldest rows may be gone: half of what `private.changes` keeps. */
const maxPauseMs = 30 * 60_000;

interface Answer {
  /** The oldest transaction that was open. */
  readonly open: string;
  readonly at: string;
  readonly is_due: boolean;
  readonly rows: readonly (readonly [id: number, tags: readonly string[] | null])[];
}

/**
 * Follows `private.changes`: what commits of every process changed in the data of public pages. Readers of cached data
 * query the log first, at most once in `freshMs` together; an idle process sends no query. The query goes to the server
 * that pages read from, so a lagging replica never drops a page before it has the new data (docs/why/database.md).
 */
export class ChangeLog {
  readonly #listeners = new Set<OnChange>();
  /** The oldest transaction that was open at the last answer: all before it are known. */
  #open: string | undefined;
  /** PostgreSQL's time of the last answer. */
  #at = "";
  /** Rows of transactions from `#open` on that are known already. */
  #known: ReadonlySet<number> = new Set();
  /** From `performance.now()`: when the last answered question began. */
  #askedAt = Number.NEGATIVE_INFINITY;
  /** No question before this time, after one that failed. */
  #quietUntil = Number.NEGATIVE_INFINITY;
  #hasFailed = false;
  #wroteAt = Number.NEGATIVE_INFINITY;
  #running: { readonly began: number; readonly answered: Promise<void> } | undefined;

  /** @returns a function that ends it */
  subscribe(onChange: OnChange): () => void {
    this.#listeners.add(onChange);
    return () => this.#listeners.delete(onChange);
  }

  /** Whether what is kept may be used without waiting for the log, which is then asked ahead. */
  isFresh(): boolean {
    const now = performance.now();
    if (now < this.#quietUntil) return true;
    const age = now - this.#askedAt;
    if (age >= freshMs || this.#askedAt <= this.#wroteAt) return false;
    if (age >= aheadMs) this.#running ??= this.#begin();
    return true;
  }

  /** This process has written: the next reader asks, and sees it. */
  noteWrite(): void {
    this.#wroteAt = performance.now();
  }

  /** Asks what changed and tells the listeners. Never fails: while the database is away, what is kept counts for a while. */
  async ask(): Promise<void> {
    const running = this.#running;
    if (running && running.began <= this.#wroteAt) await running.answered;
    if (this.isFresh()) return;
    this.#running ??= this.#begin();
    await this.#running.answered;
  }

  #begin(): { readonly began: number; readonly answered: Promise<void> } {
    const began = performance.now();
    const read = outsideSharedRead(() => this.#read(began)).then(
      () => {
        this.#hasFailed = false;
      },
      (error: unknown) => this.#fail(error),
    );
    const late = new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        this.#quietUntil = performance.now() + patienceMs;
        resolve();
      }, patienceMs);
      read.finally(() => clearTimeout(timer));
    });
    read.finally(() => {
      this.#running = undefined;
    });
    return { began, answered: Promise.race([read, late]) };
  }

  async #read(began: number): Promise<void> {
    const isFirst = this.#open === undefined;
    const atOnce = this.#wroteAt >= this.#askedAt || began - this.#askedAt > oldMs;
    const [answer] = await asShopApart()<Answer[]>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as open, now()::text as at,
        ${isFirst} or private.fell_due(${this.#at || "infinity"}::timestamptz) as is_due,
        coalesce((
          select json_agg(json_build_array(id, tags) order by id) from private.changes where xid >= ${this.#open ?? "0"}::xid8
            and ${!isFirst}
        ), '[]') as rows`;
    if (!answer) throw new Error("a query without rows");
    const hasGap = began - this.#askedAt > maxPauseMs || this.#hasFailed;
    const fresh = answer.rows.filter(([id]) => !this.#known.has(id));
    this.#open = answer.open;
    this.#at = answer.at;
    this.#known = new Set(answer.rows.map(([id]) => id));
    this.#askedAt = began;
    if (answer.is_due || hasGap || fresh.some(([, tags]) => tags === null)) {
      this.#tell(undefined, atOnce);
    } else if (fresh.length > 0) {
      this.#tell([...new Set(fresh.flatMap(([, tags]) => tags ?? []))], atOnce);
    }
  }

  #fail(error: unknown): void {
    if (!this.#hasFailed) {
      log.warn({ err: error }, "changes of the catalogue could not be read");
    }
    this.#hasFailed = true;
    const now = performance.now();
    if (now - this.#askedAt > maxUnknownMs) this.#tell(undefined, true);
    else this.#quietUntil = now + patienceMs;
  }

  #tell(changed: Changed, atOnce: boolean): void {
    for (const onChange of this.#listeners) onChange(changed, atOnce);
  }
}
