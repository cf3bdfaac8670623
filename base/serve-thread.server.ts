import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { partsOfError, type ThreadFunctions } from "./open-thread.server.ts";

/** Lower priority than the event loop, so that pages are served first. Linux has a priority for each thread. */
const niceness = 10;

/** Runs in a worker thread: executes the calls of `openThread` in sequence. */
export function serveThread(functions: ThreadFunctions): void {
  if (process.platform === "linux") setPriority(niceness);
  parentPort?.on("message", async ({ name, args }: { name: string; args: never[] }) => {
    try {
      parentPort?.postMessage({ value: await functions[name]?.(...args) });
    } catch (error) {
      parentPort?.postMessage({ error: partsOfError(error) });
    }
  });
  parentPort?.postMessage("ready");
}
