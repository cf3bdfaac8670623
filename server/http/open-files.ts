/** Handles that the program needs beside visitors' connections: the database, the job queue, files and what is asked outside. */
const ownHandles = 96;
const usualConnections = 2_000;

/**
 * How many connections may be open at once: never so many that none is left to open a file or to reach the database, which
 * would turn a crowd into errors for everybody (fault R26).
 * @param handles how many files this process may have open; undefined where the system does not say
 */
export function connectionsFor(handles: number | undefined): number {
  if (handles === undefined) return usualConnections;
  return Math.max(32, Math.min(usualConnections, handles - ownHandles));
}

/** What `ulimit -n` says for this process; undefined where it is unlimited or unknown. */
export function openFileLimit(): number | undefined {
  const { report } = process;
  if (!report) return undefined;
  // Nothing is to be looked up on the network for it.
  Object.assign(report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as {
    userLimits?: { open_files?: { soft?: number | string } };
  };
  const limit = Number(userLimits?.open_files?.soft);
  return Number.isSafeInteger(limit) && limit > 0 ? limit : undefined;
}
