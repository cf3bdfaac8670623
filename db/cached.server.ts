import { LRUCache } from "lru-cache";
import { listen } from "./listen.server.ts";

export interface CachedReadsOptions {
  /** PostgreSQL sends a notification on this channel at each commit that changes the cached data. */
  readonly channel: string;
  /**
   * Maximum answers of one reader, so that a flood of unusual queries neither fills the memory nor evicts
   * other readers.
   */
  readonly maxAnswers: number;
  /** Milliseconds that an answer stays valid without a notification. */
  readonly ttlMs: number;
}

/**
 * Database answers that this process caches until a notification reports a change. Nothing is cached before
 * `start`, e.g. in tests.
 */
export class CachedReads {
  readonly #options: CachedReadsOptions;
  /** By the reader's name, then by its arguments. */
  readonly #answers = new Map<string, LRUCache<string, Promise<unknown>>>();
  #isListening = false;

  constructor(options: CachedReadsOptions) {
    this.#options = options;
  }

  /** @returns a function that stops the cache; reads are uncached afterwards */
  async start(): Promise<() => Promise<void>> {
    // Also after a lost connection: notifications may have been missed.
    const stop = await listen(
      this.#options.channel,
      () => this.#clear(),
      () => {
        this.#clear();
        this.#isListening = true;
      },
    );
    return async () => {
      this.#isListening = false;
      this.#clear();
      await stop();
    };
  }

  /** @returns `read` with cached answers. Callers share the answers and must not change them. */
  cached<Question extends readonly unknown[], Answer>(
    name: string,
    read: (...question: Question) => Promise<Answer>,
  ): (...question: Question) => Promise<Answer> {
    return (...question) => {
      if (!this.#isListening) return read(...question);
      const answers = this.#answersOf(name);
      const key = JSON.stringify(question);
      const known = answers.get(key);
      if (known) return known as Promise<Answer>;
      const answer = read(...question);
      answers.set(key, answer);
      answer.catch(() => answers.delete(key));
      return answer;
    };
  }

  #answersOf(name: string): LRUCache<string, Promise<unknown>> {
    const { maxAnswers, ttlMs } = this.#options;
    const known = this.#answers.get(name);
    if (known) return known;
    const answers = new LRUCache<string, Promise<unknown>>({ max: maxAnswers, ttl: ttlMs });
    this.#answers.set(name, answers);
    return answers;
  }

  /** An answer still in flight settles in the old cache, which is no longer read. */
  #clear(): void {
    this.#answers.clear();
  }
}
