import path from "node:path";
import { openThread } from "#base/open-thread.server.ts";
import { currentNetwork } from "#base/request-network.ts";
import type { paperWorks } from "./paper-works.ts";

const thread = openThread({
  program: path.join(import.meta.dirname, "paper-thread.ts"),
  seconds: 60,
  megabytes: 256,
});

/** Draws a paper in the thread for it. @returns a PDF @throws AppError `busy` (503) while too many wait */
export function drawPaper<Name extends keyof typeof paperWorks>(
  name: Name,
  ...args: Parameters<(typeof paperWorks)[Name]>
): Promise<Uint8Array<ArrayBuffer>> {
  return thread(currentNetwork(), name, args) as Promise<Uint8Array<ArrayBuffer>>;
}
