import { isUuid } from "#base/uuid.ts";

export const auditEntriesPerPage = 50;

/** The state of the audit log's page, read from the address. */
export interface AuditFilter {
  /** `person:{id}`, `job:{name}`, `key:{name}` or `operator:{login}`. */
  readonly by: string | null;
  readonly kind: string | null;
  readonly subject: string | null;
  /** `{subject}.{verb}` */
  readonly action: string | null;
  /** A column that changed. */
  readonly field: string | null;
  /** Days in the shop's time, `YYYY-MM-DD`, both included. */
  readonly from: string | null;
  readonly to: string | null;
  /** The page has entries older than this one, or newer than that one. */
  readonly after: number | null;
  readonly before: number | null;
}

/** Reads the filter and ignores invalid values, so that any link opens a list. */
export function readAuditFilter(params: URLSearchParams): AuditFilter {
  const read = (name: string, pattern: RegExp) => {
    const value = (params.get(name) ?? "").trim();
    return pattern.test(value) ? value : null;
  };
  const entry = (name: string) => {
    const value = read(name, /^\d{1,15}$/);
    return value === null ? null : Number(value);
  };
  const day = (name: string) => {
    const value = read(name, /^\d{4}-\d{2}-\d{2}$/);
    return value !== null && isDay(value) ? value : null;
  };
  const by = read("by", /^(?:person:[0-9a-f-]{36}|(?:job|key|operator):[\w.@ -]{1,80})$/);
  return {
    by: by?.startsWith("person:") && !isUuid(by.slice(7)) ? null : by,
    kind: read("kind", /^[a-z_]{1,40}$/),
    subject: read("subject", /^[\w.@:-]{1,120}$/),
    action: read("action", /^[a-z_]{1,60}\.[a-z_]{1,40}$/),
    field: read("field", /^[a-z_]{1,60}$/),
    from: day("from"),
    to: day("to"),
    after: entry("after"),
    before: entry("before"),
  };
}

function isDay(value: string): boolean {
  const at = new Date(`${value}T00:00:00Z`);
  return value >= "2000" && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}
