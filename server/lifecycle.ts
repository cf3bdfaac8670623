import { ConfigError } from "#base/config.server.ts";
import { log } from "#base/log.server.ts";
import { DataDirInUse } from "./data-lock.ts";

/** What has been opened, to be closed in the opposite order. */
const opened: { name: string; close: () => Promise<void> }[] = [];
let draining = false;
/** Whether somebody has told the program to stop. */
let isStopping = false;

/** Remembers how to close a part; it is closed before all that were opened earlier. */
export function closeLater(name: string, close: () => Promise<void>): void {
  opened.push({ name, close });
}

/** Whether the program is on its way out. */
export function isDraining(): boolean {
  return draining;
}

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
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      shutDown().then(() => process.exit(0));
    });
  }
  // A bug somewhere must be seen, but not take down everybody's shop with it.
  process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));
}

/** For people at a terminal: one readable reason, no stack. */
export async function fail(error: unknown): Promise<void> {
  // A start that is told to stop loses what it is building on; the signal's own end comes.
  if (isStopping) return;
  await shutDown();
  const isExpected = error instanceof ConfigError || error instanceof DataDirInUse;
  const code = (error as NodeJS.ErrnoException).code;
  if (isExpected) process.stderr.write(`${(error as Error).message}\n`);
  else if (code === "EADDRINUSE") {
    process.stderr.write("The port is in use. Choose another one: PORT=3001 npm start\n");
  } else log.fatal({ err: error }, "could not start");
  process.exit(1);
}
