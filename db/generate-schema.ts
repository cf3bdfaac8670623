import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbedded } from "./embedded.server.ts";
import { migrate } from "./migrate.server.ts";
import { readSchema } from "./schema.server.ts";

/* Writes db/schema.sql and db/types.ts: `node db/generate-schema.ts`, after every change of db/migrations. */

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
  } finally {
    await server.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
