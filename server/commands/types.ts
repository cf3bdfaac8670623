import { writeFile } from "node:fs/promises";
import { clientTypes } from "#backend/rest/client-types.ts";
import { loadSchema } from "#backend/rest/schema/load-schema.server.ts";
import { defaultRestSettings } from "#backend/rest/settings.ts";
import { config as readSettings } from "#base/config.server.ts";
import { OperatorError } from "#base/errors.ts";
import { connect, disconnect } from "#db/client.server.ts";
import { startProblem } from "#server/boot/start-problem.ts";
import { visitDatabase } from "./visit-database.ts";

/*
 * `npm run types <file> [role]`: writes the TypeScript type `Database` of what a role may use of the REST API, for
 * `createClient<Database>()`. Roles: authenticated (default), anon, service_role. The shop may be running. Exit code 0, or 2
 * when nothing was written.
 */

const roles = ["anon", "authenticated", "service_role"];

async function writeTypes(file: string | undefined, role: string): Promise<void> {
  if (file === undefined || !roles.includes(role)) {
    throw new OperatorError(
      `Write npm run types <file> [role]; the role is one of ${roles.join(", ")}`,
    );
  }
  const { databaseUrl, databaseDirectUrl, dataDir, rest } = readSettings();
  const settings = { ...defaultRestSettings, ...rest };
  const database = databaseUrl
    ? { url: databaseDirectUrl ?? databaseUrl, close: async () => undefined }
    : await visitDatabase(dataDir);
  try {
    connect(database.url, { max: 1 });
    const { schemas, extraSearchPath } = settings;
    const cache = await loadSchema(schemas, extraSearchPath, roles);
    await writeFile(file, clientTypes(cache, schemas, role));
    process.stdout.write(`${file}: what the role ${role} may use\n`);
  } finally {
    await disconnect();
    await database.close();
  }
}

const [file, role = "authenticated"] = process.argv.slice(2);
process.exitCode = await writeTypes(file, role).then(
  () => 0,
  (error: unknown) => {
    const reason = startProblem(error) ?? (error instanceof Error ? error.message : String(error));
    process.stderr.write(`The types were not written: ${reason}\n`);
    return 2;
  },
);
