import { LRUCache } from "lru-cache";
import { log } from "#base/log.server.ts";
import type { Changed, ChangeLog } from "#db/change-log.server.ts";
import { pageKeyOf } from "./page-key.ts";
import { type MadePage, StoredPage } from "./stored-page.ts";

/**
 * Milliseconds from the reading of a page's data in which it is served although its data has changed since: a page that
 * changes all the time is rendered five times a second. With the time that an answer of the log counts nobody sees a page
 * that was changed 400 ms ago.
 */
const maxStaleMs = 200;
/**
 * Characters of addresses that were asked for lately. A page is kept from its second request, so that a crawler drives out
 * nothing.
 */
const maxRequested = 2_000_000;
/** Characters of addresses that lead to a page by another spelling; each click on an advertisement brings a new one. */
const maxAliases = 2_000_000;

/**
 * Renders a page for the store. `apart`: an answer that must not be kept, such as a missing product; `unavailable`: the
 * database does not answer.
 */
export type MakePage = (key: string) => Promise<MadePage | "apart" | "unavailable">;

export interface PageStoreOptions {
  readonly changes: Pick<ChangeLog, "ask" | "subscribe">;
  readonly makePage: MakePage;
  readonly maxBytes: number;
}

interface Kept {
  readonly page: StoredPage;
  /** Its data has changed. `stale`: it may be served for the rest of that time; `gone`: not any more. */
  state: "fresh" | "stale" | "gone";
}

/** A page that is being rendered. */
interface Rendering {
  readonly page: Promise<StoredPage | undefined>;
  /** What changed since its data may have been read. */
  readonly dropped: { everything: boolean; byUs: boolean; readonly tags: Set<string> };
}

/**
 * Whole pages that everybody gets, in the memory of this process (decision 0206). It holds no page of one person by
 * construction: it renders them itself, from their address alone.
 */
export class PageStore {
  readonly #options: PageStoreOptions;
  readonly #pages: LRUCache<string, Kept>;
  /** How often an address was asked for. */
  readonly #requested = new LRUCache<string, number>({
    maxSize: maxRequested,
    sizeCalculation: (_, url) => url.length,
  });
  /** The key of an address as a request line has it. */
  readonly #keys = new LRUCache<string, string>({
    maxSize: maxAliases,
    sizeCalculation: (key, url) => key.length + url.length,
  });
  readonly #renderings = new Map<string, Rendering>();
  #compressing = Promise.resolve();
  readonly counts = { hits: 0, fills: 0, stale: 0, dropped: 0 };

  constructor(options: PageStoreOptions) {
    this.#options = options;
    this.#pages = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: ({ page }) => page.size,
    });
    options.changes.subscribe((changed, byUs) => this.#drop(changed, byUs));
  }

  /** Bytes that the pages take. */
  get bytes(): number {
    return this.#pages.calculatedSize;
  }

  get pages(): number {
    return this.#pages.size;
  }

  /** Whether the page of an address is here, whatever became of it. */
  has(url: string): boolean {
    return this.#pages.has(this.#keys.get(url) ?? url);
  }

  /**
   * The page of an address, if it is here and may be served. Whoever asks makes sure that the log of changes is fresh.
   * @param url path and query, as the request line has them
   */
  find(url: string): StoredPage | undefined {
    const key = this.#keys.get(url) ?? url;
    const kept = this.#pages.get(key);
    if (!kept || !isUsable(kept)) return undefined;
    this.counts.hits++;
    if (kept.state === "stale") this.counts.stale++;
    if (kept.page.countRequest()) this.#compressBetter(kept.page);
    return kept.page;
  }

  /**
   * The page of an address for a request that did not find it, rendered together with everybody else who waits for it.
   * @returns undefined when the request is to be answered by itself
   */
  async fill(url: string): Promise<StoredPage | undefined> {
    const key = pageKeyOf(url);
    if (key === undefined) return undefined;
    if (key !== url) this.#keys.set(url, key);
    await this.#options.changes.ask();
    const found = this.find(url);
    if (found) return found;
    this.#requested.set(key, (this.#requested.get(key) ?? 0) + 1);
    const running = this.#renderings.get(key);
    if (!running) return this.#render(key);
    const page = await running.page;
    // It may have read its data before this visitor's own change.
    return running.dropped.byUs ? this.fill(url) : page;
  }

  async #render(key: string): Promise<StoredPage | undefined> {
    const dropped: Rendering["dropped"] = { everything: false, byUs: false, tags: new Set() };
    const page = this.#make(key, dropped).finally(() => this.#renderings.delete(key));
    this.#renderings.set(key, { page, dropped });
    return page;
  }

  async #make(key: string, dropped: Rendering["dropped"]): Promise<StoredPage | undefined> {
    this.counts.fills++;
    const made = await this.#options.makePage(key);
    // While the database is away, the page that was here is better than none.
    if (made === "unavailable") return this.#pages.get(key)?.page;
    if (made === "apart") {
      this.#pages.delete(key);
      return undefined;
    }
    const page = await StoredPage.of(made);
    const isChanged =
      dropped.everything || (dropped.tags.size > 0 && dependsOn(page, dropped.tags));
    const state = !isChanged ? "fresh" : dropped.byUs ? "gone" : "stale";
    if ((this.#requested.get(key) ?? 0) > 1) this.#pages.set(key, { page, state });
    return page;
  }

  #drop(changed: Changed, byUs: boolean): void {
    const tags = changed && new Set(changed);
    for (const { dropped } of this.#renderings.values()) {
      dropped.everything ||= !changed;
      dropped.byUs ||= byUs;
      for (const tag of changed ?? []) dropped.tags.add(tag);
    }
    for (const kept of this.#pages.values()) {
      if (tags && !dependsOn(kept.page, tags)) continue;
      if (kept.state === "fresh") this.counts.dropped++;
      kept.state = byUs || kept.state === "gone" ? "gone" : "stale";
    }
  }

  /** One page after the other, so that requests keep a processor. */
  #compressBetter(page: StoredPage): void {
    this.#compressing = this.#compressing
      .then(() => page.compressBetter())
      .catch((error: unknown) => log.error({ err: error }, "a page could not be compressed"));
  }
}

function isUsable({ page, state }: Kept): boolean {
  if (state === "fresh") return true;
  return state === "stale" && performance.now() - page.renderedAt < maxStaleMs;
}

function dependsOn({ tags }: StoredPage, changed: ReadonlySet<string>): boolean {
  return !tags || changed.values().some((tag) => tags.has(tag));
}
