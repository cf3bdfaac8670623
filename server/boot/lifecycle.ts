import { log } from "#base/log.server.ts";
import { startProblem } from "./start-problem.ts";

/** What has been opened, to be closed in the opposite order. */
const opened: { name: string; close: () => Promise<void> }[] = [];
let draining = false;
/** Whether somebody has told the program to stop. */
let isStopping = false;
const hurry = new AbortController();

/** Remembers how to close a part; it is closed before all that were opened earlier. */
export function closeLater(name: string, close: () => Promise<void>): void {
  opened.push({ name, close });
}

/** Whether the program is on its way out. */
export function isDraining(): boolean {
  return draining;
}

/** Aborted when the program is to end without waiting for new requests: somebody sits at its terminal. */
export const hurrySignal = hurry.signal;

/** Closes everything, newest first. One part that fails does not keep the others open. */
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
      // A second SIGTERM means nothing: supervisors send one to each process, and `npm start` passes its own on.
      if (signal !== "SIGTERM") hurry.abort();
      stop();
    });
  }
  // `npm start` was killed: nobody could stop the program any more.
  if (process.connected) {
    process.once("disconnect", () => {
      hurry.abort();
      stop();
    });
  }
  // A bug somewhere must be seen, but not take down everybody's shop with it.
  process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));
  // After one of these Node's own state is unknown: end in order, so that PostgreSQL is not left behind.
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "uncaught exception");
    if (!draining) void fail(error);
  });
}

/** Ends the program. People at a terminal read one sentence that says what to do; what none explains is logged whole. */
export async function fail(error: unknown): Promise<void> {
  // A start that is told to stop loses what it is building on; the signal's own end comes.
  if (isStopping) return;
  hurry.abort();
  await shutDown();
  const problem = startProblem(error);
  if (problem === undefined) log.fatal({ err: error }, "the program cannot go on");
  else process.stderr.write(`${problem}\n`);
  process.exit(1);
}
