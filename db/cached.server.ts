import { LRUCache } from "lru-cache";
import { listen } from "./listen.server.ts";

export interface CachedReadsOptions {
  /** PostgreSQL notifies on it at each commit that changes what is read. */
  readonly channel: string;
  /** Answers of one reader: a crowd of odd questions must fill neither the memory nor the place of other readers. */
  readonly maxAnswers: number;
  /** Milliseconds that an answer counts without a notification. */
  readonly ttlMs: number;
}

/**
 * Answers of the database that this process keeps until a notification says that they may have changed. Nothing is cached
 * before `start`, e.g. in tests.
 */
export class CachedReads {
  readonly #options: CachedReadsOptions;
  /** By the name of the reader, then by its question. */
  readonly #answers = new Map<string, LRUCache<string, Promise<unknown>>>();
  #isListening = false;

  constructor(options: CachedReadsOptions) {
    this.#options = options;
  }

  /** @returns how to stop; then nothing is cached any more */
  async start(): Promise<() => Promise<void>> {
    // Also after the connection was lost: notifications may have been missed.
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

  /** @returns `read` that asks once for the same question. Its answers are shared: nobody may change them. */
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

  /** An answer that is on its way goes into a cache that nobody reads any more. */
  #clear(): void {
    this.#answers.clear();
  }
}
