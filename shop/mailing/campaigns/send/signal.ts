/** Wakes loops that wait for something to happen. */
export class Signal {
  readonly #waiting = new Set<() => void>();

  /** Wakes everybody who waits now. */
  ring(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves at the next `ring`, or after so many milliseconds. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.max(0, ms));
      this.#waiting.add(wake);
    });
  }
}
