import { fork } from "node:child_process";
import { once } from "node:events";
import { startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";

/** A mail that reached the mail server. */
export interface Arrived {
  readonly to: string;
  readonly messageId: string;
}

export interface SinkProcess {
  readonly url: string;
  /** Grows as mails come, at most a tenth of a second late. */
  readonly arrived: readonly Arrived[];
  stop(): void;
}

if (process.argv[1] === import.meta.filename) await serve();

/** Starts a mail server in a process of its own, so that the measured ones do no work for it. */
export async function startSinkProcess(): Promise<SinkProcess> {
  const child = fork(import.meta.filename, { execArgv: [] });
  const [url] = (await once(child, "message")) as [string];
  const arrived: Arrived[] = [];
  child.on("message", (mails: Arrived[]) => arrived.push(...mails));
  return { url, arrived, stop: () => child.send("stop") };
}

async function serve(): Promise<void> {
  const sink = await startSmtpSink();
  process.send?.(sink.url);
  let told = 0;
  setInterval(() => {
    const arrived: Arrived[] = sink.bodies
      .slice(told)
      .map(({ to, messageId }) => ({ to, messageId }));
    told += arrived.length;
    if (arrived.length > 0) process.send?.(arrived);
  }, 100);
  process.once("message", () => process.exit(0));
}
