/**
 * File handles needed besides visitors' connections: the database, the job queue, files and outbound
 * requests.
 */
const ownHandles = 96;
const usualConnections = 2_000;

/**
 * The maximum number of open connections. It leaves handles for files and the database; without them a surge
 * of visitors would cause errors for everyone (fault R26).
 * @param handles the process's limit of open files; undefined where the system does not report it
 */
export function connectionsFor(handles: number | undefined): number {
  if (handles === undefined) return usualConnections;
  return Math.max(32, Math.min(usualConnections, handles - ownHandles));
}

/** `ulimit -n` of this process; undefined where it is unlimited or unknown. */
export function openFileLimit(): number | undefined {
  const { report } = process;
  if (!report) return undefined;
  // Avoids network look-ups for the report.
  Object.assign(report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as {
    userLimits?: { open_files?: { soft?: number | string } };
  };
  const limit = Number(userLimits?.open_files?.soft);
  return Number.isSafeInteger(limit) && limit > 0 ? limit : undefined;
}
