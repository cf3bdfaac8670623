import {
  type KeyFile,
  keyFileIn,
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
import { loadKeys, readKeySource } from "#backend/gateway/keys.server.ts";
import { type Config, config as readSettings } from "#base/config.server.ts";
import { OperatorError } from "#base/errors.ts";
import { connect, disconnect } from "#db/client.server.ts";
import { startProblem } from "#server/boot/start-problem.ts";
import { visitDatabase } from "./visit-database.ts";

/*
 * `npm run keys -- list | rotate [file] | retire [file] | accept`. list: fingerprints, never keys. rotate: new keys in front of
 * the old ones, which stay accepted. retire: the old ones end. accept: makes the keys of this process the shop's. The shop
 * may be running; a process has the new keys once it is restarted. Exit code 0, or 2 when nothing was changed.
 */

const say = (text: string) => process.stdout.write(`${text}\n`);

async function run(what: string, file: string | undefined): Promise<void> {
  const settings = readSettings();
  switch (what) {
    case "list":
      return withDatabase(settings, list);
    case "accept":
      return withDatabase(settings, accept);
    case "rotate":
      await change(settings, file, rotateKeys);
      say("New keys are in front; the old ones are still accepted. Now restart every process,");
      say(
        "give the new API keys to your own clients, and end the old ones: npm run keys -- retire",
      );
      return;
    case "retire":
      await change(settings, file, async (keys) => retireKeys(keys));
      say("The old keys end with the restart of every process.");
      return;
    default:
      throw new OperatorError(
        `"${what}" is no choice; write npm run keys -- list, rotate, retire or accept`,
      );
  }
}

async function change(
  { dataDir }: Config,
  file: string | undefined,
  make: (keys: KeyFile) => Promise<KeyFile>,
): Promise<void> {
  if (process.env.KEYS && file === undefined) {
    throw new OperatorError(
      "The keys come from KEYS. Name a file for the new ones, and put its content there: npm run keys -- rotate new-keys.json",
    );
  }
  const target = file ?? keyFileIn(dataDir);
  await writeKeys(target, await make(await readKeySource(dataDir, process.env)));
  say(`Written to ${target}`);
  for (const name of ["SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY"]) {
    if (process.env[name]) {
      say(`${name} is set and goes first: put a new one in front of it there, with a comma.`);
    }
  }
}

async function list({ dataDir }: Config): Promise<void> {
  const own = fingerprintsOf(await loadKeys(dataDir));
  const shop = await storedFingerprints();
  for (const [kind, fingerprints] of Object.entries(own)) {
    for (const [index, fingerprint] of fingerprints.entries()) {
      const use = index === 0 ? "in use" : "still accepted";
      const ofShop = shop.get(kind as KeyKind) === fingerprint ? ", the shop's" : "";
      say(`${kind.padEnd(12)} ${fingerprint}  ${use}${ofShop}`);
    }
  }
}

async function accept({ dataDir }: Config): Promise<void> {
  await acceptKeys(fingerprintsOf(await loadKeys(dataDir)));
  say("These keys are the shop's now. Processes with other keys do not start any more.");
}

async function withDatabase(
  config: Config,
  work: (config: Config) => Promise<void>,
): Promise<void> {
  const { databaseUrl, databaseDirectUrl, dataDir } = config;
  const database = databaseUrl
    ? { url: databaseDirectUrl ?? databaseUrl, close: async () => undefined }
    : await visitDatabase(dataDir);
  try {
    connect(database.url, { max: 1 });
    await work(config);
  } finally {
    await disconnect();
    await database.close();
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
