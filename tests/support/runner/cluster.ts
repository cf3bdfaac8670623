import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { openPostgres } from "#db/driver.server.ts";
import { startEmbedded } from "#db/embedded.server.ts";
import { migrate } from "#db/migrate.server.ts";
import { seed } from "#db/seed/seed.server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A server for this run; its database `template_shop` is migrated and is copied for each test file. */
    clusterUrl: string;
  }
}

/**
 * One throw-away PostgreSQL for the whole run: `TEST_DATABASE_URL` when set (a login that may create
 * databases and roles), else the embedded one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    await prepareTemplate(given);
    project.provide("clusterUrl", given);
    return async () => {
      await dropDatabase(given, templateName);
      await dropDatabase(given, demoTemplateName);
    };
  }
  const server = await startThrowAway();
  await prepareTemplate(server.url);
  project.provide("clusterUrl", server.url);
  return () => server.stop();
}

/** An embedded server with temporary data. */
async function startThrowAway(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "etalase-test-"));
  await chmod(folder, 0o755);
  const server = await startEmbedded(folder, {
    // The data is temporary: the crash test checks durability.
    settings: {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      max_connections: "200",
    },
  });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A server with both templates for a command: a throw-away one or that of `TEST_DATABASE_URL`. */
export async function openCluster(): Promise<{ url: string; close(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, stop: () => Promise.resolve() } : await startThrowAway();
  await prepareTemplate(server.url);
  return { url: server.url, close: () => server.stop() };
}

/** Copies a template. @returns the copy's address */
export async function copyTemplate(
  clusterUrl: string,
  template: string,
  name: string,
): Promise<string> {
  await dropDatabase(clusterUrl, name);
  const admin = openPostgres(clusterUrl, { max: 1 });
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`);
  await admin.end();
  return databaseAddress(clusterUrl, name);
}

/** Migrated and empty. */
export const templateName = "template_shop";
/** With the demo shop in it. */
export const demoTemplateName = "template_demo";

async function prepareTemplate(clusterUrl: string): Promise<void> {
  await dropDatabase(clusterUrl, templateName);
  await dropDatabase(clusterUrl, demoTemplateName);
  const admin = openPostgres(clusterUrl, { max: 1 });
  await admin.unsafe(`create database ${templateName}`);
  await migrate(databaseAddress(clusterUrl, templateName));
  await admin.unsafe(`create database ${demoTemplateName} template ${templateName}`);
  await admin.end();
  await seed(databaseAddress(clusterUrl, demoTemplateName), "demo");
}

/** Attempts to drop a database. */
const drops = 20;

/**
 * Drops a database. With an external server the login is no superuser and cannot end an autovacuum worker of the database, so
 * the drop is repeated until the worker ends.
 */
export async function dropDatabase(clusterUrl: string, name: string): Promise<void> {
  const admin = openPostgres(clusterUrl, { max: 1 });
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        await admin.unsafe(`drop database if exists ${name} with (force)`);
        return;
      } catch (error) {
        const isWorkerThere = error instanceof Error && "code" in error && error.code === "42501";
        if (!isWorkerThere || attempt === drops) throw error;
        await admin`select pg_sleep(0.25)`;
      }
    }
  } finally {
    await admin.end();
  }
}

/** The same server, another database. */
export function databaseAddress(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.toString();
}
