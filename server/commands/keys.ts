import {
  generateKeys,
  type KeyFile,
  keyFileIn,
  readKeys,
  retireKeys,
  rotateKeys,
  writeKeys,
} from "#backend/gateway/key-file.server.ts";
import {
  acceptKeys,
  fingerprintsOf,
  type KeyKind,
  storedFingerprints,
} from "#backend/gateway/key-fingerprints.server.ts";
import { readKeySource } from "#backend/gateway/keys.server.ts";
import { config as readSettings } from "#base/config.server.ts";
import type { Config } from "#base/config-type.ts";
import { OperatorError } from "#base/errors.ts";
import { provideSecret } from "#base/secrets.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { startProblem } from "#server/boot/start-problem.ts";
import { changeMailKey } from "#shop/consent/change-mail-key.server.ts";
import { readOwnKeys, requireOwnKeys, withShop } from "./open-shop.ts";

/*
 * `npm run keys -- create [file] | list | rotate [file] | retire [file] | accept`. create: creates the keys of a new shop before its
 * first start. list: prints fingerprints, never keys. rotate: adds new keys; the old ones remain accepted. retire: removes the
 * old keys. accept: makes the keys of this process the shop's, and rehashes the addresses of the mailing list with them. The
 * shop may be running; its processes use the new keys after a restart. Exit code 0, or 2 when nothing was changed.
 */

const say = (text: string) => process.stdout.write(`${text}\n`);
/** Read before the settings, because reading them replaces the variable with the file's content. */
const keysFile = process.env.KEYS_FILE;

async function run(what: string, file: string | undefined): Promise<void> {
  switch (what) {
    case "create":
      return create(readSettings(), file);
    case "list":
      return withShop(list);
    case "accept":
      return withShop(accept);
    case "rotate":
      await withShop(requireOwnKeys);
      await change(readSettings(), file, rotateKeys);
      say("New keys are in front; the old ones are still accepted. Now restart every process,");
      say(
        "give the new API keys to your own clients, and end the old ones: npm run keys -- retire",
      );
      return;
    case "retire":
      await withShop(requireKeysInUse);
      await change(readSettings(), file, async (keys) => retireKeys(keys));
      say("The old keys end with the restart of every process.");
      return;
    default:
      throw new OperatorError(
        `"${what}" is not a command; use npm run keys -- create, list, rotate, retire or accept`,
      );
  }
}

/** @throws OperatorError when the file already has keys */
async function create({ dataDir }: Config, file: string | undefined): Promise<void> {
  const target = file ?? keyFileIn(dataDir);
  if (await readKeys(target)) throw new OperatorError(`${target} already has keys`);
  await writeKeys(target, await generateKeys());
  say(`The keys are in ${target}. Every process of the shop needs this file; back it up.`);
}

async function change(
  { dataDir }: Config,
  file: string | undefined,
  make: (keys: KeyFile) => Promise<KeyFile>,
): Promise<void> {
  const target = file ?? (process.env.KEYS ? keysFile : keyFileIn(dataDir));
  if (target === undefined) {
    throw new OperatorError(
      "The keys come from KEYS. Name a file for the new ones, and put its content there: npm run keys -- rotate new-keys.json",
    );
  }
  await writeKeys(target, await make(await readKeySource(dataDir, process.env)));
  say(`Written to ${target}`);
  for (const name of ["SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY"]) {
    if (process.env[name]) {
      say(`${name} is set and goes first: put a new one in front of it there, with a comma.`);
    }
  }
}

/** @throws OperatorError while the shop signs with the keys that would end */
async function requireKeysInUse(config: Config): Promise<void> {
  const newest = fingerprintsOf(await requireOwnKeys(config)).signing[0];
  const used = (await storedFingerprints()).get("signing");
  if (used === undefined || used === newest) return;
  throw new OperatorError(
    "No process has started with the new keys yet, so the old ones are still the shop's. Restart every process first.",
  );
}

async function list({ dataDir }: Config): Promise<void> {
  const own = fingerprintsOf(await readOwnKeys(dataDir));
  const shop = await storedFingerprints();
  for (const [kind, fingerprints] of Object.entries(own)) {
    for (const [index, fingerprint] of fingerprints.entries()) {
      const use = index === 0 ? "in use" : "still accepted";
      const ofShop = shop.get(kind as KeyKind) === fingerprint ? ", the shop's" : "";
      say(`${kind.padEnd(12)} ${fingerprint}  ${use}${ofShop}`);
    }
  }
}

async function accept({ dataDir }: Config, url: string): Promise<void> {
  const keys = await readOwnKeys(dataDir);
  provideSecret(keys.pepper);
  const owner = openPostgres(url, { max: 1 });
  try {
    const change = await owner.begin(changeMailKey);
    await acceptKeys(fingerprintsOf(keys));
    say("These keys are the shop's now. Processes with other keys do not start any more.");
    if (!change) return;
    say(`The mailing list: ${change.recipients} addresses are hashed with the new key.`);
    if (change.lost === 0) return;
    say(
      `${change.lost} people said no and the list does not know their address any more, so every`,
    );
    say("new address gets no mail until its owner confirms it, and lists of new addresses are not");
    say("imported. With the old keys.json in its place, npm run keys -- accept brings that back.");
  } finally {
    await owner.end();
  }
}

process.exitCode = await run(process.argv[2] ?? "list", process.argv[3]).then(
  () => 0,
  (error: unknown) => {
    const reason = startProblem(error) ?? (error instanceof Error ? error.message : String(error));
    process.stderr.write(`Nothing was changed: ${reason}\n`);
    return 2;
  },
);
