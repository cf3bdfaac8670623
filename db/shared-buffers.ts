import { totalmem } from "node:os";

/** Memory of the machine in bytes, or of its container where that has less. */
export const availableMemory = Math.min(totalmem(), process.constrainedMemory() || totalmem());

/**
 * PostgreSQL's `shared_buffers`: a sixteenth of the memory, and its usual 128 MB from two gibibytes on. The
 * buffers stay filled: on 512 MiB a larger share would leave too little for the rest.
 */
export function sharedBuffers(memory = availableMemory): string {
  const mebibytes = Math.floor(memory / 2 ** 20 / 16);
  return `${Math.min(128, Math.max(16, mebibytes))}MB`;
}
