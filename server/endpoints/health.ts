import { Hono } from "hono";
import { asShop } from "#db/client.server.ts";

/** Health of the program's parts: a check returns the problem, or `undefined` when it is healthy. */
export interface Health {
  readonly isDraining: () => boolean;
  readonly jobs: () => string | undefined;
  /** Whether orders can be written to the disk. */
  readonly disk: () => Promise<string | undefined>;
  readonly storage: () => Promise<string | undefined>;
  /** Number of migrations of this program. */
  readonly migrations: number;
}

const timeoutMs = 2_000;

/**
 * `/healthz`: the process runs. `/readyz`: it can serve; 503 with the reason when it cannot. An unavailable
 * file store is reported but does not make the program unready, because everything but files still works
 * (fault R19).
 */
export function healthEndpoints(health: Health): Hono {
  const endpoints = new Hono();
  endpoints.get("/healthz", (c) => {
    c.header("Cache-Control", "no-store");
    return c.json({ status: "alive" });
  });
  endpoints.get("/readyz", async (c) => {
    c.header("Cache-Control", "no-store");
    const [database, disk, storage] = await Promise.all([
      withDeadline(checkDatabase(health.migrations)),
      withDeadline(health.disk()),
      withDeadline(health.storage()),
    ]);
    const checks = {
      database: database ?? "ok",
      disk: disk ?? "ok",
      storage: storage ?? "ok",
      jobs: health.jobs() ?? "ok",
      process: health.isDraining() ? "stopping" : "ok",
    };
    const { storage: files, ...needed } = checks;
    const isReady = Object.values(needed).every((state) => state === "ok");
    const status = !isReady ? "not_ready" : files === "ok" ? "ready" : "without_files";
    return c.json({ status, checks }, isReady ? 200 : 503);
  });
  return endpoints;
}

async function checkDatabase(migrations: number): Promise<string | undefined> {
  const [row] = await asShop()<{ count: number }[]>`select private.migration_count() as count`;
  return row?.count === migrations ? undefined : "migrations are missing";
}

/** The answer does not reveal the problem's details; they are in the log. */
async function withDeadline(check: Promise<string | undefined>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve("no answer"), timeoutMs);
  });
  try {
    return await Promise.race([check.catch(() => "not reachable"), late]);
  } finally {
    clearTimeout(timer);
  }
}
