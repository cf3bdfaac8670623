import type { DatabaseReport } from "#db/prepared.server.ts";
import { RestError } from "./errors.ts";

/**
 * The answer to a PostgreSQL error. Statuses: docs.postgrest.org, "Errors", except where a client's mistake
 * would be a 5xx: see backend/README.md.
 * @param isAnonymous whether nobody is signed in: the request might then be allowed after a sign-in
 */
export function restErrorOf(report: DatabaseReport, isAnonymous: boolean): RestError {
  if (report.code === "PGRST") return raisedError(report);
  const status = statusOf(report, isAnonymous);
  if (status >= 500 && !isRaised(report.code)) {
    return new RestError(status, report.code, "The database could not answer", { cause: report });
  }
  return new RestError(status, report.code, report.message, {
    details: report.detail ?? null,
    hint: hintOf(report),
    headers: status === 401 ? { "WWW-Authenticate": "Bearer" } : {},
  });
}

/** PostgreSQL's hint may name columns that the caller may not read. */
function hintOf({ code, hint }: DatabaseReport): string | null {
  return code === "42703" ? null : (hint ?? null);
}

/** The author of a function chose the text for clients. */
function isRaised(code: string): boolean {
  return code.startsWith("P0") || code.startsWith("PT");
}

const exact: Readonly<Record<string, number>> = {
  "23503": 409,
  "23505": 409,
  "25006": 405,
  "42883": 404,
  "42P01": 404,
  "42P17": 500,
  "53400": 500,
  // The server stops, starts, or ends the connection.
  "57P01": 503,
  "57P02": 503,
  "57P03": 503,
  "57P05": 503,
  P0001: 400,
  // Statement timeout: the request is too expensive.
  "57014": 400,
};
const byClass: Readonly<Record<string, number>> = {
  "08": 503,
  "09": 500,
  "0L": 403,
  "0P": 403,
  "25": 500,
  "28": 403,
  "2D": 500,
  "38": 500,
  "39": 500,
  "3B": 500,
  "40": 500,
  "53": 503,
  // Program limits exceeded: the request is too deep, too wide or too large.
  "54": 400,
  "55": 500,
  "57": 500,
  "58": 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

function statusOf({ code, message }: DatabaseReport, isAnonymous: boolean): number {
  if (code === "42501") return isAnonymous ? 401 : 403;
  if (code === "21000") {
    const isClients = /requires a WHERE clause$|^ON CONFLICT DO UPDATE/.test(message);
    return isClients ? 400 : 500;
  }
  if (
    code === "55000" &&
    /^cannot (insert into|update|delete from|merge into) view/.test(message)
  ) {
    return 400;
  }
  if (code === "22023") return /^role .* does not exist$/.test(message) ? 401 : 400;
  if (code.startsWith("PT")) {
    const status = Number(code.slice(2));
    return status >= 200 && status <= 599 ? status : 500;
  }
  return exact[code] ?? byClass[code.slice(0, 2)] ?? 400;
}

/** `raise sqlstate 'PGRST'` with JSON in MESSAGE and DETAIL defines the whole answer. */
function raisedError({ message, detail }: DatabaseReport): RestError {
  const said = parseObject(message);
  if (!said || typeof said.code !== "string" || typeof said.message !== "string") {
    return unreadable(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  }
  const detailHint =
    "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";
  if (detail === undefined) {
    return unreadable("DETAIL is missing in the RAISE statement", detailHint);
  }
  const control = parseObject(detail);
  const headers = control && parseObject(control.headers);
  const status = control?.status;
  if (!headers || typeof status !== "number" || !(status >= 200 && status <= 599)) {
    return unreadable(`Invalid JSON value for DETAIL: '${detail}'`, detailHint);
  }
  return new RestError(status, said.code, said.message, {
    details: said.details ?? null,
    hint: typeof said.hint === "string" ? said.hint : null,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ),
  });
}

function unreadable(details: string, hint: string): RestError {
  return new RestError(
    500,
    "PGRST121",
    "Could not parse JSON in the \"RAISE SQLSTATE 'PGRST'\" error",
    { details, hint },
  );
}

function parseObject(value: unknown): Record<string, unknown> | undefined {
  let parsed = value;
  if (typeof value === "string") {
    try {
      parsed = JSON.parse(value);
    } catch {
      return undefined;
    }
  }
  const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
  return isObject ? (parsed as Record<string, unknown>) : undefined;
}
