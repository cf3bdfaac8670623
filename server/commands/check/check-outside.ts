import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import path from "node:path";
import { hasKeys, loadKeys } from "#backend/gateway/keys.server.ts";
import type { Config } from "#base/config-type.ts";
import { greetMailServer } from "#integrations/mail/deliver.server.ts";
import { findProvider, openProviders } from "#integrations/payment/providers.server.ts";
import { folderOfStore, openPlainStore } from "#integrations/storage/open-store.server.ts";
import { type CheckResult, checked, fail, pass, warn } from "./check-result.ts";

/** Checks of what lies outside of the database. */
export async function checkOutside(config: Config): Promise<readonly CheckResult[]> {
  const groups = await Promise.all([
    checked("keys", "Restore keys.json from a backup.", () => checkKeys(config.dataDir)),
    checked("storage", "Set STORAGE_URL, and the rights of this account.", () =>
      checkStorage(config.storageUrl),
    ),
    checked("security_contact", "Set SECURITY_CONTACT.", async () => checkContact(config)),
    checked("mail", "Set SMTP_URL to a mail server that this machine reaches.", () =>
      checkMail(config),
    ),
    ...config.payments.map((name) =>
      checked(`payment_${name}`, `Check the keys of ${name}, and this machine's way out.`, () =>
        checkProvider(config, name),
      ),
    ),
  ]);
  return groups.flat();
}

async function checkKeys(dataDir: string): Promise<CheckResult> {
  const file = path.join(dataDir, "keys.json");
  if (!(await hasKeys(dataDir))) {
    return warn(
      "keys",
      `${file} is not there`,
      "The first start makes it; all processes need the same.",
    );
  }
  await loadKeys(dataDir);
  return pass("keys", process.env.KEYS ? "from KEYS" : file);
}

async function checkStorage(storageUrl: string): Promise<CheckResult> {
  const folder = folderOfStore(storageUrl);
  if (folder === undefined) {
    const problem = await openPlainStore(storageUrl).check();
    return problem
      ? fail("storage", problem, "Check STORAGE_URL, the bucket's name and the keys' rights.")
      : pass("storage", "the bucket answers");
  }
  const isThere = await stat(folder).catch(() => undefined);
  if (!isThere) return warn("storage", `${folder} is not there`, "The first start makes it.");
  await access(folder, constants.R_OK | constants.W_OK);
  return pass("storage", folder);
}

function checkContact({ securityContact }: Config): CheckResult {
  if (securityContact) return pass("security_contact", securityContact);
  const mend = "Set SECURITY_CONTACT to a mail or https address for vulnerability reports.";
  return warn("security_contact", "/.well-known/security.txt has no contact", mend);
}

async function checkMail({ smtpUrl, mailFrom, production }: Config): Promise<CheckResult> {
  if (!smtpUrl) {
    const mend = "Set SMTP_URL and MAIL_FROM.";
    return (production ? fail : warn)("mail", "no mail leaves the shop", mend);
  }
  await greetMailServer(smtpUrl);
  if (!process.env.MAIL_FROM) {
    return warn("mail", `the sender is ${mailFrom}`, "Set MAIL_FROM to an address of the shop.");
  }
  return pass("mail", `the mail server accepts us; the sender is ${mailFrom}`);
}

/** A payment that does not exist: a provider that knows the keys answers so. */
const unknownPayment = () => `check-${randomUUID()}`;

async function checkProvider(
  config: Config,
  name: Config["payments"][number],
): Promise<CheckResult> {
  const title = `payment_${name}`;
  if (name === "builtin") {
    const mend = "Set PAYMENTS=stripe, midtrans, transfer or cod.";
    return warn(title, "the built-in payments move no money", mend);
  }
  if (name === "transfer" || name === "cod") return pass(title, "needs no keys");
  openProviders(config, { builtin: "" });
  const provider = findProvider(name);
  await provider.fetch(unknownPayment());
  if (provider.mode === "test" && config.production) {
    return warn(title, "the keys are those of the test mode", "Set the live keys.");
  }
  return pass(title, `the ${provider.mode} keys are accepted`);
}
