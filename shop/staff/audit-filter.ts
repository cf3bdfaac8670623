import type { Fields } from "#shop/staff/filters/field.ts";
import type { Filter } from "#shop/staff/filters/filter.ts";

export const auditEntriesPerPage = 50;

/** What the audit log can be filtered by. */
export const auditFields = {
  // `person:{id}`, `job:{name}`, `key:{name}` or `operator:{login}`.
  by: {
    type: "code",
    pattern:
      /^(?:person:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:job|key|operator):[\w.@ -]{1,80})$/,
    index: "audit_entries_actor",
  },
  kind: { type: "code", pattern: /^[a-z_]{1,40}$/, index: "audit_entries_kind" },
  // The id of a thing.
  subject: { type: "code", pattern: /^[\w.@:-]{1,100}$/, index: "audit_entries_subject" },
  action: {
    type: "code",
    pattern: /^[a-z_]{1,50}\.[a-z_]{1,40}$/,
    index: "audit_entries_action",
  },
  // A column that changed.
  changed: { type: "code", pattern: /^[a-z_]{1,60}$/, index: "audit_entries_fields" },
  at: { type: "moment", index: "audit_entries_at" },
} as const satisfies Fields;
export type AuditField = keyof typeof auditFields;
export const auditSorts = ["newest"] as const;

/** Which entries a page of the audit log shows. */
export interface AuditFilter {
  readonly filter: Filter | null;
  /** The page has entries older than this one, or newer than that one. */
  readonly after: number | null;
  readonly before: number | null;
}

/** The entry at which a page begins, from the address; null for anything else. */
export function readAuditPosition(params: URLSearchParams): Omit<AuditFilter, "filter"> {
  const entry = (name: string) => {
    const value = params.get(name) ?? "";
    return /^\d{1,15}$/.test(value) ? Number(value) : null;
  };
  return { after: entry("after"), before: entry("before") };
}
