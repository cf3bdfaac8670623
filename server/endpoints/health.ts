import { Hono } from "hono";
import { asShop } from "#db/client.server.ts";

/** What the program knows of its parts; `undefined` is well, a text is what is wrong. */
export interface Health {
  readonly isDraining: () => boolean;
  readonly jobs: () => string | undefined;
  /** Whether what is ordered can be written down. */
  readonly disk: () => Promise<string | undefined>;
  readonly storage: () => Promise<string | undefined>;
  /** Number of migrations that this program brings. */
  readonly migrations: number;
}

const timeoutMs = 2_000;

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve; 503 with the reason when it cannot. Without the files' store it
 * serves everything but files (fault R19), so that is told and is no reason to take it away from visitors.
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

/** The answer says that something is wrong, never what: details are in the log. */
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
