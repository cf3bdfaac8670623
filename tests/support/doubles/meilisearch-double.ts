import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { hasMistakes, meets } from "./meilisearch-rules.ts";

/*
 * A double of Meilisearch's HTTP API as documented (meilisearch.com/docs/reference/api: indexes, settings, documents, tasks,
 * stats, multi-search; …/learn/relevancy/typo_tolerance_settings). It is no search engine: it knows what this program asks,
 * and refuses what the documents do not allow. A task is done when somebody has asked about it once.
 */

type Document = Readonly<Record<string, unknown>> & { readonly id: string };

interface Index {
  settings: Settings;
  readonly documents: Map<string, Document>;
}

interface Settings {
  searchableAttributes?: string[];
  filterableAttributes?: string[];
  sortableAttributes?: string[];
  rankingRules?: string[];
  typoTolerance?: {
    minWordSizeForTypos?: { oneTypo: number; twoTypos: number };
    disableOnNumbers?: boolean;
  };
  synonyms?: Record<string, string[]>;
  pagination?: { maxTotalHits?: number };
}

interface Query {
  readonly indexUid: string;
  readonly q?: string;
  readonly filter?: (string | string[])[];
  readonly facets?: string[];
  readonly sort?: string[];
  readonly page?: number;
  readonly hitsPerPage?: number;
  readonly limit?: number;
}

type Reply = readonly [status: number, body: unknown];

const settingNames = [
  ...["searchableAttributes", "displayedAttributes", "filterableAttributes", "sortableAttributes"],
  ...["rankingRules", "typoTolerance", "synonyms", "pagination", "faceting"],
];
const queryNames = [
  ...["indexUid", "q", "filter", "facets", "sort", "page", "hitsPerPage", "limit"],
  ...["matchingStrategy", "attributesToRetrieve"],
];

export interface MeilisearchDouble {
  readonly url: string;
  readonly key: string;
  readonly indexes: Map<string, Index>;
  /** Method and path of every request. */
  readonly asked: string[];
  /** While set, every request gets this. */
  broken: "hangs" | "fails" | undefined;
  close(): Promise<void>;
}

export async function startMeilisearchDouble(): Promise<MeilisearchDouble> {
  const indexes = new Map<string, Index>();
  const tasks: { work: () => void; status: string; error: unknown }[] = [];
  const key = "key-of-the-double";
  const double = {
    indexes,
    key,
    asked: [] as string[],
    broken: undefined as MeilisearchDouble["broken"],
  };

  const problem = (status: number, code: string): Reply => [
    status,
    { message: code, code, type: "invalid_request", link: "" },
  ];
  const later = (work: () => void): Reply => {
    tasks.push({ work, status: "enqueued", error: null });
    return [202, { taskUid: tasks.length - 1, status: "enqueued" }];
  };
  const known = (uid: string): Index => {
    const index = indexes.get(uid);
    if (!index) throw new DocumentedError(404, "index_not_found");
    return index;
  };

  function answer(method: string, address: URL, body: unknown): Reply {
    const [, first, uid = "", part, last] = address.pathname.split("/");
    if (first === "tasks") {
      const task = tasks[Number(uid)];
      if (!task) return problem(404, "task_not_found");
      const { status, error } = task;
      if (task.status === "enqueued") {
        try {
          task.work();
          task.status = "succeeded";
        } catch (cause) {
          task.status = "failed";
          task.error = { code: cause instanceof DocumentedError ? cause.code : String(cause) };
        }
      }
      return [200, { uid: Number(uid), status, error }];
    }
    if (first === "multi-search" && method === "POST") {
      const { queries } = body as { queries: Query[] };
      return [200, { results: queries.map((query) => search(known(query.indexUid), query)) }];
    }
    if (first !== "indexes") return problem(404, "not_found");
    if (uid === "" && method === "GET") {
      return [200, { results: [...indexes.keys()].map((name) => ({ uid: name })) }];
    }
    if (uid === "" && method === "POST") {
      const { uid: name } = body as { uid: string };
      if (!/^[A-Za-z0-9_-]{1,400}$/.test(name)) return problem(400, "invalid_index_uid");
      return later(() => indexes.set(name, { settings: {}, documents: new Map() }));
    }
    if (method === "DELETE") {
      return later(() => {
        known(uid);
        indexes.delete(uid);
      });
    }
    if (part === "settings" && method === "PATCH") {
      const unknown = Object.keys(body as object).filter((name) => !settingNames.includes(name));
      if (unknown.length > 0) return problem(400, "bad_request");
      return later(() => Object.assign(known(uid).settings, body));
    }
    if (part === "stats") return [200, { numberOfDocuments: known(uid).documents.size }];
    if (part === "documents" && last === "delete-batch") {
      return later(() => {
        for (const id of body as string[]) known(uid).documents.delete(id);
      });
    }
    if (part === "documents" && method === "POST") {
      return later(() => {
        for (const one of body as Document[]) known(uid).documents.set(one.id, one);
      });
    }
    return problem(404, "not_found");
  }

  const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? "/", "http://double");
    double.asked.push(`${request.method} ${address.pathname}`);
    const body = await bodyOf(request);
    if (double.broken === "hangs") return;
    let reply: Reply;
    if (double.broken === "fails") reply = [503, { message: "busy", code: "internal" }];
    else if (request.headers.authorization !== `Bearer ${key}`)
      reply = problem(403, "invalid_api_key");
    else {
      try {
        reply = answer(request.method ?? "", address, body);
      } catch (error) {
        if (!(error instanceof DocumentedError)) throw error;
        reply = problem(error.status, error.code);
      }
    }
    response.writeHead(reply[0], { "content-type": "application/json" });
    response.end(JSON.stringify(reply[1]));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(double, {
    url,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

class DocumentedError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  return text === "" ? undefined : JSON.parse(text);
}

function search({ settings, documents }: Index, query: Query): unknown {
  if (Object.keys(query).some((name) => !queryNames.includes(name)))
    throw new DocumentedError(400, "bad_request");
  const filterable = settings.filterableAttributes ?? [];
  const sortable = settings.sortableAttributes ?? [];
  for (const name of query.facets ?? []) {
    if (!filterable.includes(name)) throw new DocumentedError(400, "invalid_search_facets");
  }
  const sorts = (query.sort ?? []).map((rule) => rule.split(":"));
  if (sorts.some(([name = ""]) => !sortable.includes(name)))
    throw new DocumentedError(400, "invalid_search_sort");
  const found = [...documents.values()].flatMap((one) => {
    const isIn = (query.filter ?? []).every((condition) =>
      [condition].flat().some((part) => {
        const met = meets(one, part, filterable);
        if (met === undefined) throw new DocumentedError(400, "invalid_search_filter");
        return met;
      }),
    );
    const text = (settings.searchableAttributes ?? []).map((name) => String(one[name])).join(" ");
    const mistakes = isIn ? hasMistakes(query.q ?? "", text, settings) : undefined;
    return mistakes === undefined ? [] : [{ one, mistakes }];
  });
  const custom = (settings.rankingRules ?? []).flatMap((rule) =>
    rule.includes(":") ? [rule.split(":")] : [],
  );
  found.sort(
    (a, b) =>
      byRules(a.one, b.one, sorts) || a.mistakes - b.mistakes || byRules(a.one, b.one, custom),
  );
  const facetDistribution: Record<string, Record<string, number>> = {};
  for (const name of query.facets ?? []) {
    const counts: Record<string, number> = {};
    for (const { one } of found)
      for (const value of [one[name]].flat())
        counts[String(value)] = (counts[String(value)] ?? 0) + 1;
    facetDistribution[name] = counts;
  }
  const most = settings.pagination?.maxTotalHits ?? 1000;
  const hits = found.slice(0, most).map(({ one }) => ({ id: one.id }));
  const { page, hitsPerPage = 20, limit = 20 } = query;
  return page === undefined
    ? { hits: hits.slice(0, limit), estimatedTotalHits: hits.length, facetDistribution }
    : {
        hits: hits.slice((page - 1) * hitsPerPage, page * hitsPerPage),
        totalHits: hits.length,
        facetDistribution,
      };
}

function byRules(one: Document, other: Document, rules: readonly string[][]): number {
  for (const [name = "", direction] of rules) {
    const [a, b] = [one[name] as string | number, other[name] as string | number];
    if (a !== b) return (a < b ? -1 : 1) * (direction === "desc" ? -1 : 1);
  }
  return 0;
}
