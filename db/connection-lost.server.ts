/** The driver's own codes, and those of a socket that cannot be opened, was reset, or is written to after its end. */
const codes =
  /^(CONNECT_TIMEOUT|CONNECTION_\w+|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/;

/** Whether an error says that the database could not be reached, rather than what it thinks of a statement. */
export function isConnectionLost(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && codes.test(code);
}
