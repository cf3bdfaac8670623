/** Keeps what was worked out last, and forgets what was not asked for longest. */
export class LruCache<T> {
  private readonly cached = new Map<string, T>();
  private readonly max: number;
  private readonly maxKeyLength: number;

  /** @param maxKeyLength longer keys are not cached, for clients choose them */
  constructor(max: number, maxKeyLength: number) {
    this.max = max;
    this.maxKeyLength = maxKeyLength;
  }

  get(key: string, make: () => T): T {
    const found = this.cached.get(key);
    if (found !== undefined) {
      this.cached.delete(key);
      this.cached.set(key, found);
      return found;
    }
    const made = make();
    if (key.length > this.maxKeyLength) return made;
    this.cached.set(key, made);
    if (this.cached.size > this.max) {
      const [oldest = ""] = this.cached.keys();
      this.cached.delete(oldest);
    }
    return made;
  }
}
