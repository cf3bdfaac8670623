import { poolSize } from "#db/client.server.ts";

/** Connections by DATABASE_URL that one process opens at most: three pools, and one for statements that must not wait. */
export const pooledConnections = 3 * poolSize + 1;

/**
 * Connections to PostgreSQL itself (DATABASE_DIRECT_URL, if set) that one process opens at most beside them.
 * listening: one for schema and catalogue changes, one for realtime.
 */
export const directConnections = { listening: 2, jobs: 10 };

/** Connections of one process to PostgreSQL itself, by ROLE. docs/operations.md lists them. */
export const directConnectionsOf: Readonly<Record<"web" | "worker" | "all", number>> = {
  web: directConnections.listening,
  worker: directConnections.jobs,
  all: directConnections.listening + directConnections.jobs,
};

type Role = keyof typeof directConnectionsOf;

/** Connections for commands, backups and an administrator. */
const otherConnections = 10;
/** Connections that a pooler opens for the login of DATABASE_URL: PgBouncer's default_pool_size. */
const poolerConnections = 20;

/** Processes of the set-ups in docs/deploy.md, including those that an upgrade temporarily adds. */
export const setUps = {
  "one process": ["all"],
  "systemd, two webs and a worker": ["web", "web", "worker"],
  "Docker Compose, two webs and a worker": ["web", "web", "worker", "web"],
  "Kubernetes, two webs and a worker": ["web", "web", "worker", "web", "worker"],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

/** Maximum connections of these processes to PostgreSQL, plus `otherConnections`. */
export function connectionsOf(processes: readonly Role[], hasPooler: boolean): number {
  const direct = processes.reduce((sum, role) => sum + directConnectionsOf[role], 0);
  const pooled = hasPooler ? poolerConnections : processes.length * pooledConnections;
  return direct + pooled + otherConnections;
}
