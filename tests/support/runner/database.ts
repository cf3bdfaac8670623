import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, inject } from "vitest";
import { connect, disconnect } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { preparePooledLogin } from "#db/pooled-login.server.ts";
import { databaseAddress, demoTemplateName, templateName } from "./cluster.ts";

/** The statements of a test prepare its shop; the audit log does not have them. */
export const seeding = { actor: "job:seed" };

/**
 * A copy of the migrated template for one test file, connected as the program connects and dropped at the end.
 * `TEST_POOLER_URL` names a pooler in front of the same server.
 */
export function testDatabase(options: { max?: number; demo?: boolean } = {}): {
  url: () => string;
} {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const template = options.demo ? demoTemplateName : templateName;
  let url = "";

  beforeAll(async () => {
    const clusterUrl = inject("clusterUrl");
    const admin = openPostgres(clusterUrl, { max: 1 });
    await admin.unsafe(`create database ${name} template ${template}`);
    await admin.end();
    url = databaseAddress(clusterUrl, name);
    const pooler = process.env.TEST_POOLER_URL;
    if (pooler) {
      const pooled = databaseAddress(pooler, name);
      await preparePooledLogin(url, pooled);
      connect(pooled, { ...options, ...seeding, directUrl: url });
    } else connect(url, { ...options, ...seeding });
  });

  afterAll(async () => {
    await disconnect();
    const admin = openPostgres(inject("clusterUrl"), { max: 1 });
    await admin.unsafe(`drop database if exists ${name} with (force)`);
    await admin.end();
  });

  return { url: () => url };
}
