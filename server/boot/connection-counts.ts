import { poolSize } from "#db/client.server.ts";

/** Connections by DATABASE_URL that one process opens at most: three pools, and one for statements that must not wait. */
export const pooledConnections = 3 * poolSize + 1;

/**
 * Connections to PostgreSQL itself (DATABASE_DIRECT_URL, if set) that one process opens at most beside them.
 * listening: one for schema and catalogue changes, one for realtime.
 */
export const directConnections = { listening: 2, jobs: 10 };

/** Connections of one process, by ROLE. docs/operations.md lists them. */
export const directConnectionsOf: Readonly<Record<"web" | "worker" | "all", number>> = {
  web: directConnections.listening,
  worker: directConnections.jobs,
  all: directConnections.listening + directConnections.jobs,
};
