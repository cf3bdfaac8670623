/*
 * The current time. After the first reading of the database's clock, that reading advances by a monotonic
 * timer. All processes then agree with each other and with PostgreSQL's now(), and a jump of the machine's
 * clock neither ends nor extends anything (fault R22). For spans inside a process use performance.now().
 */

interface Reading {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The value of performance.now() at this reading. */
  readonly at: number;
}

// Stored on globalThis: in development the screens are a module graph of their own.
const key = Symbol.for("etalase.clock");
const registry = globalThis as unknown as Record<symbol, Reading | undefined>;

/** Milliseconds since 1970. */
export function timeNow(): number {
  const reading = registry[key];
  return reading ? reading.time + performance.now() - reading.at : Date.now();
}

export function dateNow(): Date {
  return new Date(timeNow());
}

/** @param time milliseconds since 1970; undefined returns to the machine's own clock */
export function setClock(time: number | undefined, at = performance.now()): void {
  registry[key] = time === undefined ? undefined : { time, at };
}
