import { Hono } from "hono";
import { log } from "#base/log.server.ts";
import { asShop } from "#db/client.server.ts";
import { compareMigrations, type MigrationMark } from "#db/compare-migrations.ts";

/** Health of the program's parts: a check returns the problem, or `undefined` when it is healthy. */
export interface Health {
  readonly isDraining: () => boolean;
  readonly jobs: () => string | undefined;
  /** Whether orders can be written to the disk. */
  readonly disk: () => Promise<string | undefined>;
  readonly storage: () => Promise<string | undefined>;
  /** Minutes that jobs have waited without a worker. */
  readonly withoutWorker: () => Promise<number | undefined>;
  /** The migrations of this program. */
  readonly migrations: readonly MigrationMark[];
}

const timeoutMs = 2_000;

/** What is wrong with a part: as the answer says it, and as the log does. */
interface Problem {
  readonly answer: string;
  readonly sentence: string;
}

/**
 * `/healthz`: the process runs. `/readyz`: it can serve; 503 with the reason when it cannot. An unavailable
 * file store and a missing worker are reported but do not make the program unready, because everything else still works
 * (fault R19). `/readyz/traffic`: for load balancers, 503 only while the program stops. With `/readyz` a load balancer would take
 * every process out of service when the database is down, although each still serves cached pages.
 */
export function healthEndpoints(health: Health): Hono {
  const endpoints = new Hono();
  const report = reportChanges();
  endpoints.get("/healthz", (c) => {
    c.header("Cache-Control", "no-store");
    return c.json({ status: "alive" });
  });
  endpoints.get("/readyz/traffic", (c) => {
    c.header("Cache-Control", "no-store");
    const isDraining = health.isDraining();
    return c.json({ status: isDraining ? "stopping" : "ready" }, isDraining ? 503 : 200);
  });
  endpoints.get("/readyz", async (c) => {
    c.header("Cache-Control", "no-store");
    const [database, disk, storage, worker] = await Promise.all([
      withDeadline("the database", checkDatabase(health.migrations)),
      withDeadline("the disk of DATA_DIR or of the database", health.disk()),
      withDeadline("the files' store", health.storage()),
      withDeadline("the workers", health.withoutWorker().then(describeWait)),
    ]);
    const jobs = toProblem("the job queue", health.jobs());
    const stopping = { answer: "stopping", sentence: "the program is stopping" };
    const problems = {
      database,
      disk,
      storage,
      worker,
      jobs,
      process: health.isDraining() ? stopping : undefined,
    };
    report(Object.values(problems).flatMap((problem) => problem?.sentence ?? []));
    const checks = Object.fromEntries(
      Object.entries(problems).map(([part, problem]) => [part, problem?.answer ?? "ok"]),
    );
    const { storage: files, worker: workers, ...needed } = checks;
    const isReady = Object.values(needed).every((state) => state === "ok");
    const served = files !== "ok" ? "without_files" : workers !== "ok" ? "without_worker" : "ready";
    return c.json({ status: isReady ? served : "not_ready", checks }, isReady ? 200 : 503);
  });
  return endpoints;
}

function describeWait(minutes: number | undefined): string | undefined {
  return minutes === undefined ? undefined : `no worker, jobs wait for ${minutes} minutes`;
}

/** Logs the reasons whenever they differ from the last ones: a probe every second would repeat them. */
function reportChanges(): (sentences: readonly string[]) => void {
  let last = "";
  return (sentences) => {
    const reasons = sentences.join("; ");
    if (reasons === last) return;
    last = reasons;
    if (reasons === "") log.info("Ready again");
    else log.warn(`Not ready: ${reasons}`);
  };
}

async function checkDatabase(known: readonly MigrationMark[]): Promise<Problem | undefined> {
  const applied = await asShop()<MigrationMark[]>`
    select name, checksum from private.applied_migrations()`;
  const { missing, foreign } = compareMigrations(known, applied);
  if (foreign !== undefined) {
    return {
      answer: "migrations are of another version",
      sentence: `the migration ${foreign} in the database is not the one of this version. Start the version that the database belongs to.`,
    };
  }
  if (missing.length === 0) return undefined;
  return {
    answer: "migrations are missing",
    sentence: `the database lacks the migration ${missing.join(", ")}. Run npm run migrate.`,
  };
}

function toProblem(part: string, answer: string | undefined): Problem | undefined {
  return answer === undefined ? undefined : { answer, sentence: `${part}: ${answer}` };
}

/** The answer does not reveal an error's details; the log does. */
async function withDeadline(
  part: string,
  check: Promise<Problem | string | undefined>,
): Promise<Problem | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve("no answer"), timeoutMs);
  });
  try {
    const found = await Promise.race([check, late]);
    return typeof found === "string" ? toProblem(part, found) : found;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { answer: "not reachable", sentence: `${part}: not reachable (${reason})` };
  } finally {
    clearTimeout(timer);
  }
}
