import type { Answer } from "#tests/support/browser/hostile.ts";
import type { FuzzRequest } from "./request.ts";

/**
 * The only allowed 5xx: the payment provider is unavailable (a function reports it by its code), a queue is full or
 * the database is unreachable, both with `Retry-After`.
 */
export function isPromised(answer: Answer): boolean {
  return (
    answer.status === 503 &&
    (answer.headers["retry-after"] !== undefined || answer.body.includes('"payment_unavailable"'))
  );
}

/** Signs of leaked internals: a stack, a path of the machine, a source file, SQL, an internal name. */
const inside =
  /\n\s+at \S+ ?[(:]|node:internal|node_modules|[\w-]\.server\.(ts|js)|\.tsx?:\d|file:\/\/|\/(?:home|work|root|tmp|var|shm)\/|PostgresError|\bselect .{1,80} from [a-z_]+\.|\binsert into [a-z_]+\.|relation "(?:private|auth)\.|pgrst_source|ECONNREFUSED|ENOENT|is not a function|Cannot read prop/i;

/** The REST API's maximum answer in bytes; a character has at least one byte. */
const maxRestCharacters = 4 * 2 ** 20 + 4096;

/** @returns the problem of an answer, if it has one */
export function judge(request: FuzzRequest, answer: Answer): string | undefined {
  if (answer.status >= 500 && !isPromised(answer)) return `status ${answer.status}`;
  if (request.endpoint === "rest" && answer.body.length > maxRestCharacters)
    return `an answer of ${answer.body.length} characters`;
  // Query plans are requested explicitly and need a setting: they may contain the planner's names.
  if (/pgrst\.plan/.test(request.headers.Accept ?? "")) return undefined;
  const leak = inside.exec(answer.body);
  if (!leak) return undefined;
  const reported = answer.body.slice(Math.max(0, leak.index - 40), leak.index + 120);
  // Some answers echo the request.
  const said = `${decoded(request.path)} ${String(request.body ?? "")} ${JSON.stringify(request.headers)}`;
  if (said.includes(leak[0])) return undefined;
  return `told ${JSON.stringify(reported)}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Lines of the program's log that report an error: level 50 and above, or not JSON. */
export function badLines(output: string): string[] {
  return output.split("\n").filter((line) => {
    // The router logs an address that it cannot decode; that is not an error of the shop.
    if (line.startsWith("The URL path ")) return false;
    if (!line.startsWith("{")) return /Error|Warning|unhandled|rejection|^\s+at /i.test(line);
    const level = /"level":(\d+)/.exec(line)?.[1];
    return Number(level) >= 50;
  });
}
