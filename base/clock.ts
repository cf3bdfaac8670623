/*
 * What time it is. Once the program has asked its database, its answer counts, carried on by a timer that no setting of this
 * machine's clock moves: two processes agree with each other and with what PostgreSQL calls now(), and a clock that jumps
 * neither ends nor lengthens anything (fault R22). For spans inside a process use performance.now().
 */

interface Reading {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** What performance.now() said then. */
  readonly at: number;
}

// Kept on globalThis: while screens are being worked on, their build is a module graph of its own.
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

/** @param time milliseconds since 1970; undefined: this machine's own clock counts again */
export function setClock(time: number | undefined, at = performance.now()): void {
  registry[key] = time === undefined ? undefined : { time, at };
}
