import { LRUCache } from "lru-cache";
import { listen } from "./listen.server.ts";

export interface CachedReadsOptions {
  /**
   * PostgreSQL sends notifications on this channel at each commit that changes the cached data: tags of what changed,
   * with spaces between them, or an empty one where anything may have.
   */
  readonly channel: string;
  /**
   * Maximum answers of one reader, so that a flood of unusual queries neither fills the memory nor evicts
   * other readers.
   */
  readonly maxAnswers: number;
  /** Milliseconds that an answer stays valid without a notification. */
  readonly ttlMs: number;
}

/** What an answer depends on, as tags. Without them any change makes it stale. */
export type TagsOf<Answer> = (answer: Answer) => readonly string[] | undefined;

interface CachedAnswer {
  readonly promise: Promise<unknown>;
  /** Undefined as long as the answer is not there. */
  tags: readonly string[] | undefined;
}

/**
 * Database answers that this process caches until a notification reports a change. Nothing is cached before
 * `start`, e.g. in tests.
 */
export class CachedReads {
  readonly #options: CachedReadsOptions;
  /** By the reader's name, then by its arguments. */
  readonly #answers = new Map<string, LRUCache<string, CachedAnswer>>();
  #isListening = false;

  constructor(options: CachedReadsOptions) {
    this.#options = options;
  }

  /** @returns a function that stops the cache; reads are uncached afterwards */
  async start(): Promise<() => Promise<void>> {
    // Also after a lost connection: notifications may have been missed.
    const stop = await listen(
      this.#options.channel,
      (payload) => (payload === "" ? this.#clear() : this.#drop(payload.split(" "))),
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

  /**
   * @param tagsOf a change that names tags leaves answers that have none of these
   * @returns `read` with cached answers. Callers share the answers and must not change them.
   */
  cached<Question extends readonly unknown[], Answer>(
    name: string,
    read: (...question: Question) => Promise<Answer>,
    tagsOf: TagsOf<Answer> = () => undefined,
  ): (...question: Question) => Promise<Answer> {
    return (...question) => {
      if (!this.#isListening) return read(...question);
      const answers = this.#answersOf(name);
      const key = JSON.stringify(question);
      const known = answers.get(key);
      if (known) return known.promise as Promise<Answer>;
      const promise = read(...question);
      const answer: CachedAnswer = { promise, tags: undefined };
      answers.set(key, answer);
      promise.then(
        (value) => {
          answer.tags = tagsOf(value);
        },
        () => answers.delete(key),
      );
      return promise;
    };
  }

  #answersOf(name: string): LRUCache<string, CachedAnswer> {
    const { maxAnswers, ttlMs } = this.#options;
    const known = this.#answers.get(name);
    if (known) return known;
    const answers = new LRUCache<string, CachedAnswer>({ max: maxAnswers, ttl: ttlMs });
    this.#answers.set(name, answers);
    return answers;
  }

  /** Drops the answers that depend on something of this, and those of which nobody knows on what they depend. */
  #drop(changed: readonly string[]): void {
    const tags = new Set(changed);
    for (const answers of this.#answers.values()) {
      for (const [key, answer] of answers.entries()) {
        if (!answer.tags || answer.tags.some((tag) => tags.has(tag))) answers.delete(key);
      }
    }
  }

  /** An answer still in flight settles in the old cache, which is no longer read. */
  #clear(): void {
    this.#answers.clear();
  }
}
