// Memory limits of the server's programs. Plain JavaScript for Node 18, because bin/start.mjs runs on the
// installed Node.
import { totalmem } from "node:os";

const mebibyte = 2 ** 20;

/**
 * Memory that a program of the server may use before it collects garbage. By default Node would let garbage
 * grow to several times the live data on a large machine, and the C library would have a heap for each
 * thread. The old generation may grow to two and a half times the live data (in percent): with less room than
 * the young generation needs, the collector would run again and again. Below two gibibytes the old generation
 * gets three eighths and each of the three young spaces a sixty-fourth, because PostgreSQL needs as much
 * beside them. The C library gives blocks above the threshold back as soon as they are freed; by itself it would raise
 * the threshold with the first decoded picture and keep the memory of later ones (docs/why/integrations.md).
 * @param memory bytes of the machine, or of its container where that has less
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
    environment: { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: String(mebibyte) },
  };
}

function available() {
  // Node before 18.15 does not report a container's limit.
  return Math.min(totalmem(), process.constrainedMemory?.() || totalmem());
}
