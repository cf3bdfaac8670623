import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, inject } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { preparePooledLogin } from "#db/pooled-login.server.ts";
import { databaseAddress, demoTemplateName, dropDatabase, templateName } from "./cluster.ts";
import { closeConnections, openConnections } from "./connections.ts";

/**
 * A copy of the migrated template for one test file, connected as the program connects and dropped at the end. The test's
 * own statements go through `asSeed`.
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
    await admin.unsafe(`create database ${name} template ${template} strategy file_copy`);
    await admin.end();
    url = databaseAddress(clusterUrl, name);
    const pooler = process.env.TEST_POOLER_URL;
    if (pooler) {
      const pooled = databaseAddress(pooler, name);
      await preparePooledLogin(url, pooled);
      openConnections(pooled, { ...options, directUrl: url });
    } else openConnections(url, options);
  });

  afterAll(async () => {
    await closeConnections();
    await dropDatabase(inject("clusterUrl"), name);
  });

  return { url: () => url };
}
