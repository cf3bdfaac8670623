/*
 * How fast the shop answers its buyers now, so that long work can give way. In this process alone: a program that works apart
 * from the one that answers sees its own connections only.
 */

/** Weights of the newest measurement in the two running means. */
const quick = 0.3;
const slow = 0.01;
/** Answers before the usual time is known. */
const warmUp = 20;
/** Milliseconds after which a slow answer says nothing about now. */
const memoryMs = 10_000;

interface Means {
  count: number;
  recent: number;
  usual: number;
  at: number;
}

// The server's build and the program around it are separate module graphs in one process.
const means = (() => {
  const key = Symbol.for("etalase.pace");
  const registry = globalThis as unknown as Record<symbol, Map<string, Means> | undefined>;
  const known = registry[key] ?? new Map<string, Means>();
  registry[key] = known;
  return known;
})();

/** Notes how long an answer took. @param ms milliseconds @param now milliseconds of a monotonic clock */
export function noteDuration(name: string, ms: number, now = performance.now()): void {
  const known = means.get(name);
  if (!known) {
    means.set(name, { count: 1, recent: ms, usual: ms, at: now });
    return;
  }
  known.count++;
  known.recent += (ms - known.recent) * quick;
  // The usual time is learnt from the first answers, and then follows slowly.
  known.usual += (ms - known.usual) * Math.max(slow, 1 / known.count);
  known.at = now;
}

/**
 * How many times the usual time the last answers took; 1 while too little is known, and when there was none lately.
 * @param now milliseconds of a monotonic clock
 */
export function slowness(name: string, now = performance.now()): number {
  const known = means.get(name);
  if (!known || known.count < warmUp || now - known.at > memoryMs || known.usual === 0) return 1;
  return known.recent / known.usual;
}
