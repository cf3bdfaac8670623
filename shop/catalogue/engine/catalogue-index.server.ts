import { log } from "#base/log.server.ts";
import type { SearchEngineSettings } from "#base/search-config.ts";
import { EngineUnavailable, openEngine } from "#integrations/search/meilisearch.ts";
import type { CatalogueIndex } from "../catalogue-index.ts";
import { postgresIndex } from "../index/postgres-index.server.ts";
import { createEngineIndex } from "./engine-index.server.ts";
import { checkEngine, feedEngine, forgetEngine } from "./feed-engine.server.ts";

// On globalThis, since the screens' build and the program are two module graphs: see db/client.server.ts.
const key = Symbol.for("etalase.catalogue-index");
const registry = globalThis as unknown as Record<symbol, CatalogueIndex | undefined>;

/** What finds products in this process. */
export function catalogueIndex(): CatalogueIndex {
  return registry[key] ?? postgresIndex;
}

/** Chooses what finds products. @param settings undefined: PostgreSQL alone */
export function openCatalogueIndex(settings: SearchEngineSettings | undefined): void {
  registry[key] = settings
    ? createEngineIndex(openEngine(settings), settings, postgresIndex)
    : undefined;
}

/** Milliseconds between two looks at what changed. */
const lookMs = 1000;
/** After the engine did not answer. */
const pauseMs = 15_000;
/** Between two looks at whether the engine still has its documents. */
const checkMs = 60_000;

/**
 * Keeps the engine as the products are, as long as this process runs; without an engine, forgets that there was one.
 * @returns a function that stops it
 */
export function followCatalogue(settings: SearchEngineSettings | undefined): () => Promise<void> {
  const stopping = new AbortController();
  const following = settings
    ? follow(settings, stopping.signal)
    : forgetEngine().catch((error: unknown) =>
        log.error({ err: error }, "a search engine's notes stay"),
      );
  return () => {
    stopping.abort();
    return following;
  };
}

async function follow(settings: SearchEngineSettings, signal: AbortSignal): Promise<void> {
  const engine = openEngine(settings);
  let checked = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    let wait = lookMs;
    try {
      if (performance.now() - checked > checkMs) {
        await checkEngine(engine, settings);
        checked = performance.now();
      }
      if (await feedEngine(engine, settings)) wait = 0;
    } catch (error) {
      const away = error instanceof EngineUnavailable;
      log[away ? "warn" : "error"](
        { err: error },
        "the search engine does not follow the products",
      );
      wait = pauseMs;
    }
    await pause(wait, signal);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
  });
}
