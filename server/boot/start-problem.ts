import { OperatorError } from "#base/errors.ts";
import { log } from "#base/log.server.ts";
import { isConnectionLost } from "#db/connection-lost.server.ts";
import { OtherVersionError } from "#db/other-version.ts";

/**
 * The message for the operator about a failed start: the problem and the remedy.
 * @param env the settings, to name the affected ones
 * @param address the setting that names the database
 * @returns undefined for a failure that only the log can explain
 */
export function startProblem(
  error: unknown,
  env: Readonly<Record<string, string | undefined>> = process.env,
  address: "DATABASE_URL" | "DATABASE_DIRECT_URL" = "DATABASE_URL",
): string | undefined {
  if (error instanceof OtherVersionError) return otherVersionProblem(error.migration, env);
  if (error instanceof OperatorError) return error.message;
  const { code = "", syscall, path: place = "" } = error as NodeJS.ErrnoException;
  if (syscall === "listen" || code === "EADDRINUSE") return listenProblem(code, env);
  if (isConnectionLost(error) && env.DATABASE_URL) {
    const isPooler = address === "DATABASE_URL" && env.DATABASE_DIRECT_URL;
    const [what, program] = isPooler ? ["pooler", "it"] : ["database", "PostgreSQL"];
    return `The ${what} at ${address} does not respond (${code}). Check the address, and that ${program} is running.`;
  }
  // PgBouncer uses one code for every refused login; the message has the reason.
  if (code === "08P01" && error instanceof Error) {
    return `The pooler at ${address} refuses the connection (${error.message}). Check the user, password and database in ${address} and in the pooler's settings.`;
  }
  return fileProblem(code, place) ?? databaseProblem(code, address);
}

/** For a person at a terminal, who gets the whole error only on request. */
export function unknownProblem(error: unknown): string {
  log.debug({ err: error }, "the program cannot go on");
  const reason = error instanceof Error ? error.message : String(error);
  return `The program cannot go on: ${reason}\nStart it with LOG_LEVEL=debug to see where this happened.`;
}

function otherVersionProblem(
  migration: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const [place, empty] = env.DATABASE_URL
    ? ["The database at DATABASE_URL", "name an empty database in DATABASE_URL"]
    : [
        `The data in ${env.DATA_DIR || "data"}`,
        "move the folder away (or choose another with DATA_DIR)",
      ];
  return `${place} was made by another version of the program (its migration ${migration} is not the one of this version): start that version again, or ${empty} to begin with an empty shop.`;
}

function listenProblem(
  code: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const isWorker = env.ROLE === "worker";
  const name = isWorker ? "WORKER_PORT" : "PORT";
  const port = (isWorker ? env.WORKER_PORT : env.PORT) || "3000";
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} is in use by another program. Stop that one, or choose another port: ${name}=${Number(port) + 1} npm start`;
    case "EACCES":
      return `Port ${port} is only for administrators of this machine. Choose one from 1024 on, e.g. ${name}=3000.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `HOST=${env.HOST} is no address of this machine. Use 127.0.0.1 for this machine only, 0.0.0.0 for all networks.`;
    default:
      return undefined;
  }
}

/** @param place the refused file or folder; empty where the system does not name it */
function fileProblem(code: string, place: string): string | undefined {
  switch (code) {
    case "EEXIST":
    case "ENOTDIR":
      return `${place || "DATA_DIR"} is a file, but a folder is needed. Move it away, or choose another folder with DATA_DIR.`;
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return `${place || "DATA_DIR"} cannot be written (${code}). Give this account the right to, or choose another folder with DATA_DIR.`;
    case "ENOSPC":
      return `The disk of ${place || "DATA_DIR"} is full. Make room and start again.`;
    default:
      return undefined;
  }
}

/** PostgreSQL's error codes (Appendix A of its manual). */
function databaseProblem(code: string, address: string): string | undefined {
  switch (code) {
    case "28P01":
    case "28000":
      return `The database refuses the user or password of ${address}. Check both.`;
    case "3D000":
      return `The database that ${address} names does not exist. Create it: createdb NAME`;
    case "42501":
      return `The user of ${address} may not set up the shop. It needs to own the database and to create roles.`;
    // A prepared statement exists already or is missing: the pooler switched the connection.
    case "42P05":
    case "26000":
      return "DATABASE_URL names a pooler in transaction mode. Set DATABASE_DIRECT_URL to PostgreSQL itself, and start again.";
    case "53100":
      return "The disk of the database is full. Make room and start again.";
    default:
      return undefined;
  }
}
