import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { partsOfError, type Works } from "./open-thread.server.ts";

/** Lower than that of the event loop, so that pages go first; Linux has a priority for each thread. */
const niceness = 10;

/** The program of a thread: does one work after the other for `openThread`. */
export function serveWorks(works: Works): void {
  if (process.platform === "linux") setPriority(niceness);
  parentPort?.on("message", async ({ name, args }: { name: string; args: never[] }) => {
    try {
      parentPort?.postMessage({ value: await works[name]?.(...args) });
    } catch (error) {
      parentPort?.postMessage({ error: partsOfError(error) });
    }
  });
  parentPort?.postMessage("ready");
}
