import { OperatorError } from "#base/errors.ts";
import { startProblem } from "#server/boot/start-problem.ts";
import { closedSince, closeShop, openShop } from "#shop/settings/merchant/maintenance.server.ts";
import { withShop } from "./open-shop.ts";

/*
 * `npm run maintenance -- on | off | status`: closes the shop to visitors and opens it again, in every process within
 * seconds. Exit code 0, or 2 when nothing was changed.
 */

const verbs = {
  on: closeShop,
  off: openShop,
  status: async () => undefined,
} as const;

async function run(verb: string | undefined): Promise<string> {
  if (verb !== "on" && verb !== "off" && verb !== "status") {
    throw new OperatorError("Write: npm run maintenance -- on | off | status");
  }
  return withShop(async () => {
    await verbs[verb]();
    const since = await closedSince();
    return since
      ? `The shop is closed to visitors since ${since.toISOString()}. Staff and payment providers go on.`
      : "The shop is open.";
  });
}

process.exitCode = await run(process.argv[2]).then(
  (said) => {
    process.stdout.write(`${said}\n`);
    return 0;
  },
  (error: unknown) => {
    const reason = startProblem(error) ?? (error instanceof Error ? error.message : String(error));
    process.stderr.write(`Nothing was changed: ${reason}\n`);
    return 2;
  },
);
