import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbedded } from "./embedded.server.ts";
import { migrate } from "./migrate.server.ts";
import { readSchema } from "./schema.server.ts";
import { listTriggers, withTriggers } from "./triggers.server.ts";

/*
 * Writes db/schema.sql, db/types.ts and the list of db/README.md: `node db/generate-schema.ts`, after every change of
 * db/migrations or of a statement that writes.
 */

const folder = await mkdtemp(path.join(tmpdir(), "etalase-schema-"));
// When this process is root, the server runs under another account.
await chmod(folder, 0o755);
try {
  const server = await startEmbedded(folder, { settings: { fsync: "off" } });
  try {
    await migrate(server.url);
    const schema = await readSchema(server.url);
    await writeFile(path.join(import.meta.dirname, "schema.sql"), schema.sql);
    await writeFile(path.join(import.meta.dirname, "types.ts"), schema.types);
    const readme = path.join(import.meta.dirname, "README.md");
    const list = await listTriggers(server.url);
    await writeFile(readme, withTriggers(await readFile(readme, "utf8"), list));
  } finally {
    await server.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
