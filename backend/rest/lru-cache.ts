import { LRUCache } from "lru-cache";

/** Caches computed values and evicts the least recently used (docs/why/rest.md). */
export class LruCache<T extends object | string> {
  readonly #cache: LRUCache<string, T>;
  readonly #maxKeyLength: number;

  /** @param maxKeyLength longer keys are not cached, because clients choose the keys */
  constructor(max: number, maxKeyLength: number) {
    this.#cache = new LRUCache({ max });
    this.#maxKeyLength = maxKeyLength;
  }

  get(key: string, make: () => T): T {
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (key.length <= this.#maxKeyLength) this.#cache.set(key, made);
    return made;
  }
}
