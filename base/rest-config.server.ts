/** Settings of the REST API; names and meaning are PostgREST's. */
export interface RestConfig {
  readonly schemas?: readonly string[];
  readonly extraSearchPath?: readonly string[];
  /** Present and undefined: every request needs a person's token or the secret key. */
  readonly anonymousRole?: string | undefined;
  readonly maxRows?: number;
  readonly aggregates?: boolean;
  readonly plan?: boolean;
  readonly preRequest?: string;
  readonly txEnd?: (typeof txEnds)[number];
  readonly openApi?: (typeof openApiModes)[number];
  readonly appSettings?: Readonly<Record<string, string>>;
}

const txEnds = ["commit", "commit-allow-override", "rollback", "rollback-allow-override"] as const;
const openApiModes = ["follow-privileges", "ignore-privileges", "disabled"] as const;

/** Every name except those of `app.settings`. */
export const restNames = [
  "PGRST_DB_SCHEMAS",
  "PGRST_DB_EXTRA_SEARCH_PATH",
  "PGRST_DB_ANON_ROLE",
  "PGRST_DB_MAX_ROWS",
  "PGRST_DB_AGGREGATES_ENABLED",
  "PGRST_DB_PLAN_ENABLED",
  "PGRST_DB_PRE_REQUEST",
  "PGRST_DB_TX_END",
  "PGRST_OPENAPI_MODE",
] as const;
/** The rest of the name is the setting's name below `app.settings`. */
export const appSettingPrefix = "PGRST_APP_SETTINGS_";

type Name = (typeof restNames)[number];

/**
 * Returns only settings that are present; the endpoint has a default for every other.
 * @param problems receives a line for each invalid value
 */
export function readRestConfig(
  env: Readonly<Record<string, string | undefined>>,
  problems: string[],
): RestConfig {
  const text = (name: Name) => env[name]?.trim() || undefined;
  const list = (name: Name) =>
    text(name)
      ?.split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
  const oneOf = <T extends string>(name: Name, allowed: readonly T[]): T | undefined => {
    const value = text(name);
    const found = allowed.find((item) => item === value);
    if (value !== undefined && found === undefined) {
      problems.push(`${name} is "${value}", but must be one of: ${allowed.join(", ")}`);
    }
    return found;
  };
  const flag = (name: Name): boolean | undefined => {
    const value = oneOf(name, ["true", "false", "1", "0"]);
    return value === undefined ? undefined : value === "true" || value === "1";
  };
  const maxRows = text("PGRST_DB_MAX_ROWS");
  if (maxRows !== undefined && !/^[1-9][0-9]{0,8}$/.test(maxRows)) {
    problems.push(`PGRST_DB_MAX_ROWS is "${maxRows}", but must be a whole number above 0`);
  }
  const appSettings: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith(appSettingPrefix) || value === undefined) continue;
    const own = name.slice(appSettingPrefix.length).toLowerCase();
    if (/^[a-z_][a-z0-9_]*$/.test(own)) appSettings[own] = value;
    else problems.push(`${name} does not name a setting`);
  }
  const anonymousRole = text("PGRST_DB_ANON_ROLE");
  const settings: RestConfig = {
    schemas: list("PGRST_DB_SCHEMAS"),
    extraSearchPath: list("PGRST_DB_EXTRA_SEARCH_PATH"),
    anonymousRole,
    maxRows: maxRows === undefined ? undefined : Number(maxRows),
    aggregates: flag("PGRST_DB_AGGREGATES_ENABLED"),
    plan: flag("PGRST_DB_PLAN_ENABLED"),
    preRequest: text("PGRST_DB_PRE_REQUEST"),
    txEnd: oneOf("PGRST_DB_TX_END", txEnds),
    openApi: oneOf("PGRST_OPENAPI_MODE", openApiModes),
    appSettings: Object.keys(appSettings).length > 0 ? appSettings : undefined,
  };
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  const noVisitors = anonymousRole === "none" ? { anonymousRole: undefined } : {};
  return { ...Object.fromEntries(given), ...noVisitors } as RestConfig;
}
