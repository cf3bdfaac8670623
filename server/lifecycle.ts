import { ConfigError } from "#base/config.server.ts";
import { log } from "#base/log.server.ts";
import { DataDirInUse } from "./data-lock.ts";

/** What has been opened, to be closed in the opposite order. */
const opened: { name: string; close: () => Promise<void> }[] = [];
let draining = false;
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
  let isStopping = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      // A second SIGTERM means nothing: supervisors send one to each process, and `npm start` passes its own on.
      if (signal !== "SIGTERM") hurry.abort();
      if (isStopping) return;
      isStopping = true;
      shutDown().then(() => process.exit(0));
    });
  }
  // A bug somewhere must be seen, but not take down everybody's shop with it.
  process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));
}

/** For people at a terminal: one readable reason, no stack. */
export async function fail(error: unknown): Promise<never> {
  hurry.abort();
  await shutDown();
  const isExpected = error instanceof ConfigError || error instanceof DataDirInUse;
  const code = (error as NodeJS.ErrnoException).code;
  if (isExpected) process.stderr.write(`${(error as Error).message}\n`);
  else if (code === "EADDRINUSE") {
    process.stderr.write("The port is in use. Choose another one: PORT=3001 npm start\n");
  } else log.fatal({ err: error }, "could not start");
  process.exit(1);
}
