import path from "node:path";
import { openThread } from "#base/open-thread.server.ts";
import { currentNetwork } from "#base/request-network.ts";
import type { paperFunctions } from "./papers/paper-functions.ts";

const thread = openThread({
  program: path.join(import.meta.dirname, "papers", "paper-thread.ts"),
  seconds: 60,
  megabytes: 256,
});

/** Draws an order document in its thread. @returns a PDF @throws AppError `busy` (503) when the queue is full */
export function drawPaper<Name extends keyof typeof paperFunctions>(
  name: Name,
  ...args: Parameters<(typeof paperFunctions)[Name]>
): Promise<Uint8Array<ArrayBuffer>> {
  return thread(currentNetwork(), name, args) as Promise<Uint8Array<ArrayBuffer>>;
}
