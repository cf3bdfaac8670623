import { AuthError } from "#backend/auth/errors.ts";
import { emailAddress } from "#backend/auth/input.ts";
import {
  inviteByOperator,
  type OperatorContext,
  type OperatorLink,
  resetByOperator,
} from "#backend/auth/operator-links.server.ts";
import { OperatorError } from "#base/errors.ts";
import { inTransaction } from "#db/client.server.ts";
import { startProblem } from "#server/boot/start-problem.ts";
import { textTable } from "#server/boot/text-table.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";
import {
  listStaff,
  makeAdministrator,
  promoteToAdministrator,
} from "#shop/staff/list-staff.server.ts";
import { requireOwnKeys, withShop } from "./open-shop.ts";

/*
 * `npm run admin -- invite <email> | reset-password <email> | list`: makes an administrator, gives a person a way back
 * to the account, lists the staff. The shop may be running, which then sends the mails. Exit code 0, or 2 when nothing
 * was changed.
 */

const say = (text: string) => process.stdout.write(`${text}\n`);
const usage = "Write: npm run admin -- invite <email> | reset-password <email> | list";
/** Asks for a new password with the session of a mail's link. */
const passwordPage = "/ChangeForgotPassword";

async function run(verb: string | undefined, words: readonly string[]): Promise<void> {
  const [email, ...others] = words;
  if (others.length > 0) throw new OperatorError(usage);
  if (verb === "list" && email === undefined) return withShop(list);
  if (email === undefined || (verb !== "invite" && verb !== "reset-password")) {
    throw new OperatorError(usage);
  }
  const address = readAddress(email);
  await withShop(async (config) => {
    const keys = await requireOwnKeys(config);
    const shopName = async () => (await findMerchant()).name;
    const context: OperatorContext = { config, keys, shopName, passwordPage };
    return verb === "invite" ? invite(context, address) : resetPassword(context, address);
  });
}

async function invite(context: OperatorContext, email: string): Promise<void> {
  if (await inTransaction((sql) => promoteToAdministrator(sql, email))) {
    say(`${email} had an account and is an administrator now. Password and sessions stay.`);
    return;
  }
  const link = await inviteByOperator(context, email, makeAdministrator);
  say(`${email} becomes an administrator by choosing a password at this link:`);
  sayLink(link);
}

async function resetPassword(context: OperatorContext, email: string): Promise<void> {
  const link = await resetByOperator(context, email);
  if (!link)
    throw new OperatorError(`${email} has no account. npm run admin -- list names the staff.`);
  say(
    `${email} is signed out everywhere, and the old password no longer works. The new one is chosen at this link:`,
  );
  sayLink(link);
}

function sayLink({ url, life }: OperatorLink): void {
  say(`  ${url}`);
  const hours = Math.round(life / 3600);
  const time = hours > 1 ? `${hours} hours` : `${Math.round(life / 60)} minutes`;
  say(`It works once, for ${time}. The same link is on its way by mail.`);
}

async function list(): Promise<void> {
  const staff = await listStaff();
  if (staff.length === 0) {
    say("There is no staff. Make the first administrator: npm run admin -- invite <email>");
    return;
  }
  const yes = (is: boolean) => (is ? "yes" : "no");
  const rows = staff.map((one) => [
    one.email,
    one.role,
    yes(one.isConfirmed),
    yes(one.hasSecondFactor),
    one.lastSignIn?.toISOString().slice(0, 16).replace("T", " ") ?? "never",
  ]);
  say(textTable([["email", "role", "confirmed", "second factor", "last sign-in (UTC)"], ...rows]));
}

/** @throws OperatorError */
function readAddress(text: string): string {
  try {
    return emailAddress(text);
  } catch {
    // Auth's error says no more than this.
    throw new OperatorError(`"${text}" is no email address. ${usage}`);
  }
}

process.exitCode = await run(process.argv[2], process.argv.slice(3)).then(
  () => 0,
  (error: unknown) => {
    const known = error instanceof AuthError ? error.text : startProblem(error);
    const reason = known ?? (error instanceof Error ? error.message : String(error));
    process.stderr.write(`Nothing was changed: ${reason}\n`);
    return 2;
  },
);
