/** Settings of the REST API: PostgREST's settings of the same names. */
export interface RestSettings {
  /** Exposed schemas; the first one is the default. */
  readonly schemas: readonly string[];
  /** Added to the search path after the request's schema. */
  readonly extraSearchPath: readonly string[];
  /** The role of anonymous requests; undefined refuses them. */
  readonly anonymousRole: string | undefined;
  /** Maximum rows of one answer, and of each embedded list; undefined: unlimited. */
  readonly maxRows: number | undefined;
  readonly aggregates: boolean;
  /** Whether `application/vnd.pgrst.plan` is supported. */
  readonly plan: boolean;
  /** A function without arguments that runs before each request, `schema.name` or `name`. */
  readonly preRequest: string | undefined;
  readonly txEnd: "commit" | "commit-allow-override" | "rollback" | "rollback-allow-override";
  readonly openApi: "follow-privileges" | "ignore-privileges" | "disabled";
  /** `app.settings.*` for functions. */
  readonly appSettings: Readonly<Record<string, string>>;
  /** Maximum milliseconds of a statement, by role. `alter role … set statement_timeout` takes precedence. */
  readonly statementTimeouts: Readonly<Record<string, number>>;
  readonly maxBodyBytes: number;
  /** Maximum bytes of JSON in one answer. All embedded lists together have twice as many. */
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
