import { LRUCache } from "lru-cache";
import { log } from "#base/log.server.ts";
import type { Changed, ChangeLog } from "#db/change-log.server.ts";
import { pageKeyOf } from "./page-key.ts";
import { type MadePage, StoredPage } from "./stored-page.ts";

/** Milliseconds between two renders of a page that changes all the time. */
const renderEveryMs = 200;
/**
 * Milliseconds in which a page is still served after the log named a change of it, while it is rendered anew: in traffic
 * nobody waits for a render. With the time that an answer of the log counts nobody sees a page that was changed 700 ms ago.
 */
const maxStaleMs = 300;
/**
 * Characters of addresses that were asked for lately. A page is kept from its second request, so that a crawler drives out
 * nothing.
 */
const maxRequested = 2_000_000;
/** Maximum characters of stored aliases, i.e. other spellings of a page's address. Each click on an advertisement adds one. */
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
  /** From `performance.now()`: until when it is served although its data has changed. Undefined: nothing has changed. */
  staleUntil: number | undefined;
}

/** A page that is being rendered. */
interface Rendering {
  readonly page: Promise<StoredPage | undefined>;
  /** What changed since its data may have been read. */
  readonly dropped: { everything: boolean; atOnce: boolean; readonly tags: Set<string> };
}

/**
 * Whole pages that everybody gets, in the memory of this process (docs/why/server.md). It holds no page of one person by
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
    options.changes.subscribe((changed, atOnce) => this.#drop(changed, atOnce));
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
    if (!kept) return undefined;
    if (kept.staleUntil !== undefined) {
      const now = performance.now();
      if (now >= kept.staleUntil) return undefined;
      this.counts.stale++;
      if (now - kept.page.renderedAt >= renderEveryMs) this.#renew(key);
    }
    this.counts.hits++;
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
    return running.dropped.atOnce ? this.fill(url) : page;
  }

  /** Renders a stale page while it is still served. */
  #renew(key: string): void {
    if (this.#renderings.has(key)) return;
    this.#render(key).catch((error: unknown) =>
      log.error({ err: error, page: key }, "a page could not be rendered anew"),
    );
  }

  async #render(key: string): Promise<StoredPage | undefined> {
    const dropped: Rendering["dropped"] = { everything: false, atOnce: false, tags: new Set() };
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
    const staleUntil = isChanged ? staleFrom(page.renderedAt, dropped.atOnce) : undefined;
    if ((this.#requested.get(key) ?? 0) > 1 || this.#pages.has(key)) {
      this.#pages.set(key, { page, staleUntil });
    }
    return page;
  }

  #drop(changed: Changed, atOnce: boolean): void {
    const tags = changed && new Set(changed);
    for (const { dropped } of this.#renderings.values()) {
      dropped.everything ||= !changed;
      dropped.atOnce ||= atOnce;
      for (const tag of changed ?? []) dropped.tags.add(tag);
    }
    const staleUntil = staleFrom(performance.now(), atOnce);
    for (const kept of this.#pages.values()) {
      if (tags && !dependsOn(kept.page, tags)) continue;
      if (kept.staleUntil === undefined) this.counts.dropped++;
      kept.staleUntil = Math.min(kept.staleUntil ?? staleUntil, staleUntil);
    }
  }

  /** One page after the other, so that requests keep a processor. */
  #compressBetter(page: StoredPage): void {
    this.#compressing = this.#compressing
      .then(() => page.compressBetter())
      .catch((error: unknown) => log.error({ err: error }, "a page could not be compressed"));
  }
}

/** @returns until when a page that changed at a time is served */
function staleFrom(changedAt: number, atOnce: boolean): number {
  return atOnce ? changedAt : changedAt + maxStaleMs;
}

function dependsOn({ tags }: StoredPage, changed: ReadonlySet<string>): boolean {
  return !tags || changed.values().some((tag) => tags.has(tag));
}
