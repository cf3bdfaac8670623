/** Keeps what was worked out last, and forgets what was not asked for longest. */
export class Recent<T> {
  private readonly kept = new Map<string, T>();
  private readonly most: number;
  private readonly longestKey: number;

  /** @param longestKey longer ones are worked out each time: clients choose them */
  constructor(most: number, longestKey: number) {
    this.most = most;
    this.longestKey = longestKey;
  }

  get(key: string, make: () => T): T {
    const found = this.kept.get(key);
    if (found !== undefined) {
      this.kept.delete(key);
      this.kept.set(key, found);
      return found;
    }
    const made = make();
    if (key.length > this.longestKey) return made;
    this.kept.set(key, made);
    if (this.kept.size > this.most) {
      const [oldest = ""] = this.kept.keys();
      this.kept.delete(oldest);
    }
    return made;
  }
}
