/** How the endpoint behaves: PostgREST's settings of the same names. */
export interface RestSettings {
  /** Schemas that can be reached, the first one without being named. */
  readonly schemas: readonly string[];
  /** Added to the search path behind the schema of the request. */
  readonly extraSearchPath: readonly string[];
  /** Who calls without being signed in; undefined refuses them. */
  readonly anonymousRole: string | undefined;
  /** Rows of one answer, and of each embedded list; undefined gives all. */
  readonly maxRows: number | undefined;
  readonly aggregates: boolean;
  /** Whether `application/vnd.pgrst.plan` is answered. */
  readonly plan: boolean;
  /** A function without arguments that runs before each request, `schema.name` or `name`. */
  readonly preRequest: string | undefined;
  readonly txEnd: "commit" | "commit-allow-override" | "rollback" | "rollback-allow-override";
  readonly openApi: "follow-privileges" | "ignore-privileges" | "disabled";
  /** `app.settings.*` for functions. */
  readonly appSettings: Readonly<Record<string, string>>;
  /** Milliseconds a statement may take, by role. `alter role … set statement_timeout` comes first. */
  readonly statementTimeouts: Readonly<Record<string, number>>;
  readonly maxBodyBytes: number;
  /** Bytes of JSON that one answer may have. Embedded lists have twice as many to share between them. */
  readonly maxAnswerBytes: number;
}

export const defaultRestSettings: RestSettings = {
  schemas: ["public"],
  extraSearchPath: ["public", "extensions"],
  anonymousRole: "anon",
  maxRows: 1000,
  aggregates: false,
  plan: false,
  preRequest: undefined,
  txEnd: "commit",
  openApi: "follow-privileges",
  appSettings: {},
  statementTimeouts: { anon: 3000, authenticated: 8000, service_role: 15_000 },
  maxBodyBytes: 1024 * 1024,
  maxAnswerBytes: 4 * 1024 * 1024,
};
