import { totalmem } from "node:os";

/** Bytes that this process may fill: the machine's, or its container's where that has less. */
export const availableMemory = Math.min(totalmem(), process.constrainedMemory() || totalmem());

/**
 * What PostgreSQL sets aside for pages, as its setting says it: a sixteenth of the memory, and its usual 128 MB from two
 * gibibytes on. They stay filled: on 512 MiB a quarter of all would be gone before the first visitor.
 */
export function sharedBuffers(memory = availableMemory): string {
  const mebibytes = Math.floor(memory / 2 ** 20 / 16);
  return `${Math.min(128, Math.max(16, mebibytes))}MB`;
}
