/** Counts places in use by key, e.g. by address, with one maximum for every key. */
export class Places {
  readonly #max: number;
  readonly #taken = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  hasRoom(key: string): boolean {
    return (this.#taken.get(key) ?? 0) < this.#max;
  }

  /** @returns a function that frees the place; call it once */
  enter(key: string): () => void {
    this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1);
    return () => {
      const left = (this.#taken.get(key) ?? 1) - 1;
      if (left > 0) this.#taken.set(key, left);
      else this.#taken.delete(key);
    };
  }
}
