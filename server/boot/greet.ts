import type { Config } from "#base/config-type.ts";
import { demoAccounts, demoPassword } from "#db/seed/accounts.server.ts";
import { firstAdminToken, hasAdmin } from "#shop/customers/first-admin.server.ts";
import { findRisks, type Risk } from "#shop/settings/merchant/risks.server.ts";
import { outputSecret, removeSecret, say } from "./operator-output.ts";

/** What each risk means, and the setting or command that removes it. */
const risks: Record<Risk, string> = {
  builtin_payments:
    "The built-in payments move no money. PAYMENTS=stripe, midtrans, transfer or cod takes real money.",
  no_payment_method:
    "Nobody can pay yet. PAYMENTS=stripe, midtrans or cod, or a bank account for transfers at /admin/Settings/accounts.",
  admin_without_second_factor:
    "An administrator signs in with a password alone. Turn on a second step at /dashboard/Security.",
  no_https: "PUBLIC_URL is not https: passwords and sessions can be read on the way.",
  mail_not_sent: "No mail leaves the shop. SMTP_URL names a mail server, MAIL_FROM the sender.",
  no_backup:
    "No backup was ever made. Run npm run backup <folder>, or set BACKUPS=external when something else makes them.",
  no_worker:
    "No worker is running and jobs are waiting: no mails are sent and no orders expire. Start a process with ROLE=worker or ROLE=all.",
  payment_provider_removed:
    "PAYMENTS no longer names a provider that has open payments. Name it until they are done.",
  proxy_not_trusted:
    "Requests come through a proxy that TRUSTED_PROXIES does not name: limits count all visitors as one.",
};

/** Prints the greeting for the operator once the program serves. */
export async function greet(config: Config): Promise<void> {
  say(`\n  ${config.publicUrl}\n`);
  if (config.seed === "demo" && !config.production) {
    say(`  Demo accounts, password ${demoPassword}`);
    for (const account of demoAccounts) say(`    ${account.email.padEnd(26)}${account.role}`);
    if (config.devPages) say(`  Mails are kept at ${config.publicUrl}/dev/mail`);
    say("");
  }
  if (await hasAdmin()) await removeSecret(config.dataDir, "firstAdministrator");
  else {
    const about =
      "The shop has no administrator. This link, valid for 24 hours, creates the first one";
    const link = `${config.publicUrl}/FirstAdmin/${firstAdminToken()}`;
    await outputSecret(config.dataDir, "firstAdministrator", about, [link]);
    say("  To create a link at any time: npm run admin -- invite <email>\n");
  }
  if (!config.production) return;
  const found = await findRisks(config);
  if (found.length === 0) return;
  say("  Still unsafe (administrators see this list at /admin/Safety):", "warn");
  for (const risk of found) say(`    - ${risks[risk]}`, "warn");
  say("");
}
