/** Who wrote an entry. */
export interface AuditActor {
  readonly kind: "person" | "job" | "key" | "operator";
  /** Of a person. */
  readonly id: string | null;
  /** A person's name or address; null when the account is deleted. Of others: the name of the job, key or login. */
  readonly name: string | null;
}

/** The thing that an entry is about. */
export interface AuditSubject {
  readonly kind: string;
  readonly id: string;
  /** Null when it is deleted, or has no name. */
  readonly name: string | null;
  readonly is_deleted: boolean;
}

/** A task as its title needs it. */
export interface AuditTask {
  readonly id: string;
  readonly kind: string;
  readonly mode: "run" | "retry" | "undo";
  readonly title: string;
}

/** One entry of the audit log. */
export interface AuditEntry {
  readonly id: number;
  /** ISO 8601 */
  readonly at: string;
  readonly actor: AuditActor;
  /** `{subject}.{verb}` */
  readonly action: string;
  readonly subject: AuditSubject | null;
  /** The key of the row, if it is not the subject itself. */
  readonly row_key: string | null;
  /** Options and SKU of the variant that the row is about, e.g. `Hitam / L · KAOS-HITAM-L`. */
  readonly variant: string | null;
  /** The task that wrote the entry, or that the entry is about. */
  readonly task: AuditTask | null;
  /** Each changed column: its values before and after. */
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>;
  /** Facts of an act that changed no audited row. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly order: { readonly id: string; readonly number: string | null } | null;
  readonly request_id: string | null;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** The entry that the next older page continues after, and the one that the newer page ends before. */
  readonly after: number | null;
  readonly before: number | null;
}

/** A choice of the filter by person. */
export interface AuditAuthor {
  /** As the field `by` of the filter has it. */
  readonly value: string;
  readonly kind: AuditActor["kind"];
  readonly name: string | null;
}
