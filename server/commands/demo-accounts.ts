import { config as readSettings } from "#base/config.server.ts";
import { removeDemoAccounts, renewDemoPasswords } from "#db/seed/demo-accounts.server.ts";
import { startProblem } from "#server/boot/start-problem.ts";
import { openShopDatabase } from "./visit-database.ts";

/*
 * `npm run demo-accounts`: gives the demo accounts new passwords, printed once, and signs them out. `npm run
 * demo-accounts remove` deletes them. The shop may be running. Exit code 0, or 2 when nothing was changed.
 */

const say = (text: string) => process.stdout.write(`${text}\n`);

async function changeDemoAccounts(what: string | undefined): Promise<void> {
  if (what !== undefined && what !== "remove") {
    throw new Error(
      `"${what}" is not a command; use npm run demo-accounts, or npm run demo-accounts remove`,
    );
  }
  const database = await openShopDatabase(readSettings());
  try {
    if (what === "remove") {
      const removed = await removeDemoAccounts(database.url);
      say(removed.length > 0 ? `Removed: ${removed.join(", ")}` : none);
      return;
    }
    const renewed = await renewDemoPasswords(database.url);
    if (renewed.size === 0) {
      say(none);
      return;
    }
    say("New passwords. They are not shown again:");
    for (const [email, password] of renewed) say(`  ${email.padEnd(26)}${password}`);
  } finally {
    await database.close();
  }
}

const none = "There are no demo accounts.";

process.exitCode = await changeDemoAccounts(process.argv[2]).then(
  () => 0,
  (error: unknown) => {
    const reason = startProblem(error) ?? (error instanceof Error ? error.message : String(error));
    process.stderr.write(`Nothing was changed: ${reason}\n`);
    return 2;
  },
);
