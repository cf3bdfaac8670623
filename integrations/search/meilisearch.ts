/**
 * A client of Meilisearch's HTTP API, version 1.15 or newer: indexes, settings, documents, tasks and searches. Sources:
 * meilisearch.com/docs/reference/api (indexes, settings, documents, tasks, multi-search, stats; read November 2026).
 */

export interface EngineAddress {
  /** Without a trailing slash. */
  readonly url: string;
  readonly key: string;
}

export interface EngineQuery {
  readonly indexUid: string;
  readonly q: string;
  /** Conditions that must all be met; of an inner list one is enough. */
  readonly filter: readonly (string | readonly string[])[];
  readonly facets?: readonly string[];
  readonly sort?: readonly string[];
  readonly matchingStrategy: "all";
  readonly attributesToRetrieve: readonly string[];
  /** From 1; with it the number of hits is counted up to the index's maximum. */
  readonly page?: number;
  readonly hitsPerPage?: number;
  readonly limit?: number;
}

export interface EngineResult {
  readonly hits: readonly { readonly id: string }[];
  readonly totalHits?: number;
  readonly facetDistribution?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The engine does not answer, or answers with an error. */
export class EngineUnavailable extends Error {
  /** The engine's own code, e.g. `index_not_found`; undefined without an answer. */
  readonly code: string | undefined;
  constructor(message: string, code?: string, cause?: unknown) {
    super(message, { cause });
    this.name = "EngineUnavailable";
    this.code = code;
  }
}

/** A visitor waits for a search. */
const searchMs = 1000;
const writeMs = 15_000;
/** Between two questions about a task. */
const pollMs = 50;
/** For a task; the queue of a busy engine is long. */
const taskMs = 60_000;

export type Engine = ReturnType<typeof openEngine>;

/** All methods throw `EngineUnavailable`. Writes are done when they return. */
export function openEngine({ url, key }: EngineAddress) {
  async function call(
    method: string,
    path: string,
    body: unknown,
    timeoutMs: number,
  ): Promise<unknown> {
    let response: Response;
    let answer: unknown;
    try {
      response = await fetch(`${url}${path}`, {
        method,
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          ...(key ? { authorization: `Bearer ${key}` } : {}),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      answer = await response.json();
    } catch (cause) {
      throw new EngineUnavailable(`no answer: ${cause}`, undefined, cause);
    }
    if (response.ok) return answer;
    const { code, message } = answer as { code?: string; message?: string };
    throw new EngineUnavailable(`${response.status}: ${message}`, code);
  }

  async function write(method: string, path: string, body?: unknown): Promise<void> {
    const { taskUid } = (await call(method, path, body, writeMs)) as { taskUid: number };
    const until = performance.now() + taskMs;
    while (performance.now() < until) {
      const task = (await call("GET", `/tasks/${taskUid}`, undefined, writeMs)) as {
        status: string;
        error: { code?: string; message?: string } | null;
      };
      if (task.status === "succeeded") return;
      if (task.status === "failed" || task.status === "canceled") {
        throw new EngineUnavailable(
          `task ${task.status}: ${task.error?.message}`,
          task.error?.code,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    throw new EngineUnavailable("a task takes too long");
  }

  return {
    async search(queries: readonly EngineQuery[]): Promise<readonly EngineResult[]> {
      const answer = await call("POST", "/multi-search", { queries }, searchMs);
      return (answer as { results: readonly EngineResult[] }).results;
    },
    createIndex: (uid: string) => write("POST", "/indexes", { uid, primaryKey: "id" }),
    deleteIndex: (uid: string) => write("DELETE", `/indexes/${uid}`),
    updateSettings: (uid: string, settings: object) =>
      write("PATCH", `/indexes/${uid}/settings`, settings),
    /** Replaces documents with the same id. */
    addDocuments: (uid: string, documents: readonly object[]) =>
      write("POST", `/indexes/${uid}/documents`, documents),
    deleteDocuments: (uid: string, ids: readonly string[]) =>
      write("POST", `/indexes/${uid}/documents/delete-batch`, ids),
    /** Names of up to 1,000 indexes. */
    async listIndexes(): Promise<readonly string[]> {
      const answer = await call("GET", "/indexes?limit=1000", undefined, writeMs);
      return (answer as { results: { uid: string }[] }).results.map(({ uid }) => uid);
    },
    async countDocuments(uid: string): Promise<number> {
      const answer = await call("GET", `/indexes/${uid}/stats`, undefined, writeMs);
      return (answer as { numberOfDocuments: number }).numberOfDocuments;
    },
  };
}
