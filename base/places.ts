/** Counts who is there by a key, e.g. an address, up to the same number for each. */
export class Places {
  readonly #max: number;
  readonly #taken = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  hasRoom(key: string): boolean {
    return (this.#taken.get(key) ?? 0) < this.#max;
  }

  /** @returns leaves the place again, to be called once */
  enter(key: string): () => void {
    this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1);
    return () => {
      const left = (this.#taken.get(key) ?? 1) - 1;
      if (left > 0) this.#taken.set(key, left);
      else this.#taken.delete(key);
    };
  }
}
