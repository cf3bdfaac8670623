import { LRUCache } from "lru-cache";
import type { Changed, ChangeLog } from "./change-log.server.ts";
import { currentSharedRead, outsideSharedRead } from "./shared-read.server.ts";

/**
 * Maximum answers of one reader, so that a flood of unusual queries neither fills the memory nor evicts other readers.
 */
const maxAnswers = 500;

/** What an answer depends on, as tags. Without them any change makes it stale. */
export type TagsOf<Answer> = (answer: Answer) => readonly string[] | undefined;

interface CachedAnswer {
  readonly promise: Promise<unknown>;
  /** Undefined as long as the answer is not there. */
  tags: readonly string[] | undefined;
}

/**
 * Database answers that this process caches until the log of changes names something that they depend on. Nothing is
 * cached before `start`, e.g. in tests.
 */
export class CachedReads {
  readonly #changes: ChangeLog;
  /** By the reader's name, then by its arguments. */
  readonly #answers = new Map<string, LRUCache<string, CachedAnswer>>();
  #isOn = false;

  constructor(changes: ChangeLog) {
    this.#changes = changes;
  }

  /** @returns a function that stops the cache; reads are uncached afterwards */
  async start(): Promise<() => Promise<void>> {
    const unsubscribe = this.#changes.subscribe((changed) => this.#drop(changed));
    await this.#changes.ask();
    this.#isOn = true;
    return async () => {
      this.#isOn = false;
      unsubscribe();
      this.#drop(undefined);
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
    const answer = (question: Question) => this.#answer(name, question, read, tagsOf);
    return (...question) => {
      if (!this.#isOn) return read(...question);
      if (this.#changes.isFresh()) return answer(question);
      return this.#changes.ask().then(() => answer(question));
    };
  }

  #answer<Question extends readonly unknown[], Answer>(
    name: string,
    question: Question,
    read: (...question: Question) => Promise<Answer>,
    tagsOf: TagsOf<Answer>,
  ): Promise<Answer> {
    const answers = this.#answersOf(name);
    const key = JSON.stringify(question);
    const answer = answers.get(key) ?? this.#read(answers, key, () => read(...question), tagsOf);
    const page = currentSharedRead();
    // Before the caller continues: its handler is attached after this one.
    if (page) answer.promise.then(() => page.noteAnswer(answer.tags), ignored);
    return answer.promise as Promise<Answer>;
  }

  #read<Answer>(
    answers: LRUCache<string, CachedAnswer>,
    key: string,
    read: () => Promise<Answer>,
    tagsOf: TagsOf<Answer>,
  ): CachedAnswer {
    const promise = outsideSharedRead(read);
    const answer: CachedAnswer = { promise, tags: undefined };
    answers.set(key, answer);
    promise.then(
      (value) => {
        answer.tags = tagsOf(value);
      },
      () => answers.delete(key),
    );
    return answer;
  }

  #answersOf(name: string): LRUCache<string, CachedAnswer> {
    const known = this.#answers.get(name);
    if (known) return known;
    const answers = new LRUCache<string, CachedAnswer>({ max: maxAnswers });
    this.#answers.set(name, answers);
    return answers;
  }

  /** Drops the answers that depend on something of this, and those of which nobody knows on what they depend. */
  #drop(changed: Changed): void {
    if (!changed) {
      // An answer still in flight settles in the old cache, which is no longer read.
      this.#answers.clear();
      return;
    }
    const tags = new Set(changed);
    for (const answers of this.#answers.values()) {
      for (const [key, answer] of answers.entries()) {
        if (!answer.tags || answer.tags.some((tag) => tags.has(tag))) answers.delete(key);
      }
    }
  }
}

/** The caller handles the failure. */
const ignored = () => undefined;
