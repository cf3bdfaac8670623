/** The driver's own codes, and those of a socket that fails to open, was reset, or was closed. */
const codes =
  /^(CONNECT_TIMEOUT|CONNECTION_\w+|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/;

/** Whether an error means that the database is unreachable, rather than that it rejected a statement. */
export function isConnectionLost(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && codes.test(code);
}
