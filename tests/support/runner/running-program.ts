import { afterAll, beforeAll, expect } from "vitest";
import { databaseAddress } from "#tests/support/runner/embedded-postgres.ts";
import { asSeed, closeConnections, openConnections } from "./connections.ts";
import { type Program, removeFolder, startProgram } from "./program.ts";

interface Message {
  readonly kind: "email" | "sms";
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * Runs the whole program for one test file, with its database available to `asSeed` and its outbox readable.
 * @param env called when the program starts, for values that are known only after something else has started
 */
export function useProgram(env: () => NodeJS.ProcessEnv = () => ({})): {
  program: () => Program;
  /** Waits until an address or number has received this many messages. Newest first. */
  messagesTo: (to: string, count: number) => Promise<Message[]>;
  /** The six digits of the newest message. */
  codeTo: (to: string, count: number) => Promise<string>;
} {
  let running: Program | undefined;
  beforeAll(async () => {
    running = await startProgram({ env: env() });
    openConnections(await databaseAddress(running.dataDir), { max: 3 });
  }, 60_000);
  afterAll(async () => {
    await closeConnections();
    await running?.stop();
    if (running) await removeFolder(running.dataDir);
  });
  const messagesTo = async (to: string, count: number) => {
    // Without the mail about low stock, which a job of every ten minutes may send to staff.
    const read = () => asSeed()<Message[]>`
      select kind, recipient as "to", subject, text from private.outbox
      where recipient = ${to} and coalesce(dedupe_key, '') not like 'low-stock:%' order by created_at desc, id`;
    await expect
      .poll(async () => (await read()).map(({ subject }) => subject), { timeout: 10_000 })
      .toHaveLength(count);
    return read();
  };
  return {
    program() {
      if (!running) throw new Error("the program is not running yet");
      return running;
    },
    messagesTo,
    async codeTo(to, count) {
      const [newest] = await messagesTo(to, count);
      return /\b\d{6}\b/.exec(newest?.text ?? "")?.[0] ?? "";
    },
  };
}
