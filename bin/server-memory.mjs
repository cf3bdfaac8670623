// How much memory the server's programs may fill. Plain JavaScript for Node 18: bin/start.mjs runs on what is there.
import { totalmem } from "node:os";

const mebibyte = 2 ** 20;

/**
 * Bounds to the memory that a program of the server fills before it cleans up: on a large machine Node would let rubbish
 * grow to several times of what is in use, and the C library keep a heap of its own for each thread. Old objects may
 * grow to two and a half times of what was in use, in percent: with less room than the young ones need, the collector
 * goes through everything again and again. On less than two gibibytes they get three eighths, the young ones a
 * sixty-fourth for each of their three spaces: PostgreSQL needs as much beside them.
 *
 * @param memory bytes that the machine has, or its container where that has less
 */
export function serverMemory(memory = available()) {
  const old = Math.max(128, Math.min(768, Math.floor((memory / mebibyte) * (3 / 8))));
  const young = Math.max(4, Math.min(16, Math.floor(memory / mebibyte / 64)));
  return {
    flags: [
      `--max-semi-space-size=${young}`,
      `--max-old-space-size=${old}`,
      "--heap-growing-percent=150",
    ],
    environment: { MALLOC_ARENA_MAX: "2" },
  };
}

function available() {
  // Node before 18.15 does not tell of a container's limit.
  return Math.min(totalmem(), process.constrainedMemory?.() || totalmem());
}
