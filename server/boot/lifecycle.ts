import { log } from "#base/log.server.ts";
import { isConnectionLost } from "#db/connection-lost.server.ts";
import { isText } from "./operator-output.ts";
import { startProblem, unknownProblem } from "./start-problem.ts";

/** Opened parts, to be closed in reverse order. */
const opened: { name: string; close: () => Promise<void> }[] = [];
let draining = false;
/** Whether the program was asked to stop. */
let isStopping = false;
const hurry = new AbortController();

/** Registers how to close a part; parts close in reverse order of registration. */
export function closeLater(name: string, close: () => Promise<void>): void {
  opened.push({ name, close });
}

/** Whether the program is stopping. */
export function isDraining(): boolean {
  return draining;
}

/** Aborted when the program must stop without waiting for new requests, e.g. on Ctrl-C in its terminal. */
export const hurrySignal = hurry.signal;

/** Closes every part, newest first. A part that fails does not prevent the others from closing. */
async function shutDown(): Promise<void> {
  draining = true;
  for (const part of opened.splice(0).reverse()) {
    try {
      await part.close();
    } catch (error) {
      log.error({ err: error, part: part.name }, "a part did not close");
    }
  }
}

export function listenForSignals(): void {
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    shutDown().then(() => process.exit(0));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      // Ignore a second SIGTERM: supervisors send one to each process, and `npm start` forwards its own.
      if (signal !== "SIGTERM") hurry.abort();
      stop();
    });
  }
  // `npm start` was killed, so no process could stop the program any more.
  if (process.connected) {
    process.once("disconnect", () => {
      hurry.abort();
      stop();
    });
  }
  process.on("unhandledRejection", (error) => {
    // For example, the job queue does not wait for its own notes about jobs. It repeats those jobs.
    if (isConnectionLost(error))
      log.warn({ err: error }, "the database was away for work that nobody waits for");
    // Log the bug, but do not stop the shop for it.
    else log.error({ err: error }, "unhandled rejection");
  });
  // Node's state is undefined after an uncaught exception: stop in order, so that PostgreSQL is stopped too.
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "uncaught exception");
    if (!draining) void fail(error);
  });
}

/** Ends the program. Prints one sentence with the remedy; logs the whole error when there is none. */
export async function fail(error: unknown): Promise<void> {
  // A stop during the start makes the start fail; the signal's handler ends the program.
  if (isStopping) return;
  hurry.abort();
  await shutDown();
  const problem = startProblem(error) ?? (process.stderr.isTTY ? unknownProblem(error) : undefined);
  if (problem === undefined) log.fatal({ err: error }, "the program cannot go on");
  else if (isText(process.stderr)) process.stderr.write(`${problem}\n`);
  else log.fatal(problem);
  process.exit(1);
}
