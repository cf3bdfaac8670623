/** Settings of an optional search engine. Problems never repeat keys. */
export interface SearchConfig {
  /** Undefined: PostgreSQL answers searches. */
  readonly searchEngine: SearchEngineSettings | undefined;
}

export interface SearchEngineSettings {
  /** Of Meilisearch, without a trailing slash. */
  readonly url: string;
  /** May be empty for an engine without keys. */
  readonly key: string;
  /** Beginning of the names of this shop's indexes; shops that share an engine need different ones. */
  readonly index: string;
}

export const searchSettingNames = [
  "MEILISEARCH_URL",
  "MEILISEARCH_KEY",
  "MEILISEARCH_INDEX",
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** @param problem called with each invalid setting */
export function readSearchConfig(env: Environment, problem: (text: string) => void): SearchConfig {
  const index = env.MEILISEARCH_INDEX || "etalase";
  if (!/^[a-z0-9_]{1,40}$/.test(index)) {
    problem("MEILISEARCH_INDEX must be up to 40 lower-case letters, digits and _");
  }
  const text = env.MEILISEARCH_URL || undefined;
  if (text === undefined) {
    if (env.MEILISEARCH_KEY) problem("MEILISEARCH_KEY needs MEILISEARCH_URL");
    return { searchEngine: undefined };
  }
  const url = URL.parse(text);
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.search) {
    problem("MEILISEARCH_URL must be an address as http://search:7700, without a key in it");
    return { searchEngine: undefined };
  }
  const address = `${url.origin}${url.pathname}`.replace(/\/$/, "");
  return { searchEngine: { url: address, key: env.MEILISEARCH_KEY ?? "", index } };
}
