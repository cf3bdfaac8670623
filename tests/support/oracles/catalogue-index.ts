import { expect, test } from "vitest";
import type { Language } from "#base/language.ts";
import type { FoundProducts } from "#shop/catalogue/found-products.ts";
import { type CatalogueIndex, rebuildPlaces } from "#shop/catalogue/index/postgres-index.server.ts";
import { readShopFilter } from "#shop/catalogue/shop-filter.ts";
import { asSeed } from "../runner/connections.ts";

/* What lists and searches do on the demo shop, in a small and in a large shop alike. */

interface PublicProduct {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly price_from: number;
  readonly colours: readonly string[];
}

/** @param open returns the index, after the shop was created */
export function conformsToCatalogueIndex(name: string, open: () => CatalogueIndex): void {
  const find = (query: string, language: Language = "id") =>
    open().find(readShopFilter(new URLSearchParams(query)), language);

  /** All pages of a list, as a visitor loads them. */
  async function everyPage(query: string, language?: Language): Promise<FoundProducts[]> {
    const pages: FoundProducts[] = [];
    let after: string | undefined;
    for (let page = 1; page < 60; page++) {
      const continued = after === undefined ? "" : `&after=${after}`;
      const found = await find(`${query}&page=${page}${continued}`, language);
      pages.push(found);
      after = found.next;
      if (found.pages <= page && found.next === undefined) return pages;
    }
    throw new Error("the list has no end");
  }

  const products = (language: Language = "id") => asSeed()<PublicProduct[]>`
    select id, slug, coalesce(nullif(name ->> ${language}, ''), name ->> 'id') as name, price_from, colours
    from catalogue.products order by name`;

  test(`${name}: the pages of a list are all products, each once, in the order chosen`, async () => {
    const all = await products();
    for (const sort of ["popular", "newest", "price-asc", "price-desc", "name"]) {
      const ids = (await everyPage(`sort=${sort}`)).flatMap((page) => page.ids);
      expect([...ids].sort(), sort).toEqual(all.map(({ id }) => id).sort());
      const prices = ids.map((id) => all.find((product) => product.id === id)?.price_from ?? 0);
      if (sort === "price-asc") expect(prices).toEqual([...prices].sort((a, b) => a - b));
      if (sort === "price-desc") expect(prices).toEqual([...prices].sort((a, b) => b - a));
    }
  });

  test(`${name}: names are sorted in the language of the page`, async () => {
    for (const language of ["id", "en"] as const) {
      const ids = (await everyPage("sort=name", language)).flatMap((page) => page.ids);
      expect(ids).toEqual((await products(language)).map(({ id }) => id));
    }
  });

  test(`${name}: a number beside a filter is the total of the list behind it`, async () => {
    const known = await find("category=kaos");
    expect(known.facets.colour.length).toBeGreaterThan(0);
    for (const { code, count } of known.facets.colour) {
      const { total, isMore } = await find(`category=kaos&colour=${code}`);
      if (count !== null && !isMore) expect(total, code).toBe(count);
    }
    for (const { code, count } of (await find("")).facets.category) {
      expect((await find(`category=${code}`)).total, code).toBe(count);
    }
  });

  test(`${name}: a list by colour has the products of that colour`, async () => {
    const white = (await products()).filter(({ colours }) => colours.includes("putih"));
    const ids = (await everyPage("colour=putih")).flatMap((page) => page.ids);
    expect([...ids].sort()).toEqual(white.map(({ id }) => id).sort());
  });

  test(`${name}: a search finds words, beginnings of words and misspelt ones`, async () => {
    const [shirt] = (await products()).filter(({ slug }) => slug === "kaos-mega-mendung");
    for (const q of ["mega mendung", "MEGA mend", "mega mendnug"]) {
      expect((await find(`q=${q}`)).ids, q).toContain(shirt?.id);
      expect(await open().suggest(q, 6), q).toContain(shirt?.id);
    }
    const none = await find("q=zzzzqqq");
    expect(none).toMatchObject({ total: 0, ids: [] });
    expect(none.nearest).toHaveLength(4);
  });

  test(`${name}: a search within filters has what they say, in the order chosen`, async () => {
    const all = await find("q=kaos");
    expect(all.total).toBeGreaterThan(3);
    for (const [name, facet] of [
      ["colour", all.facets.colour],
      ["size", all.facets.size],
      ["category", all.facets.category],
    ] as const) {
      for (const { code, count } of facet) {
        const { total, isMore } = await find(`q=kaos&${name}=${code}`);
        if (count !== null && !isMore && !all.isMore) expect(total, `${name} ${code}`).toBe(count);
      }
    }
    const prices = new Map((await products()).map(({ id, price_from }) => [id, price_from]));
    const dear = (await everyPage("q=kaos&sort=price-desc")).flatMap(({ ids }) => ids);
    const asShown = dear.map((id) => prices.get(id) ?? 0);
    expect(asShown).toEqual([...asShown].sort((one, other) => other - one));
    const middle = asShown[Math.floor(asShown.length / 2)] ?? 0;
    const below = (await everyPage(`q=kaos&max=${middle}`)).flatMap(({ ids }) => ids);
    expect([...below].sort()).toEqual(dear.filter((id) => (prices.get(id) ?? 0) <= middle).sort());
    const colour = all.facets.colour[0]?.code ?? "";
    const chosen = (await everyPage(`q=kaos&colour=${colour}`)).flatMap(({ ids }) => ids);
    const has = new Map((await products()).map(({ id, colours }) => [id, colours]));
    for (const id of chosen) expect(has.get(id)).toContain(colour);
  });

  test(`${name}: a search also finds what a merchant says that words mean`, async () => {
    const [shirt] = (await products()).filter(({ slug }) => slug === "kaos-mega-mendung");
    expect((await find("q=gawai seduh")).ids).not.toContain(shirt?.id);
    await asSeed()`
      insert into search_synonyms (language, word, means) values ('id', 'gawai seduh', 'mega mendung')`;
    expect((await find("q=gawai seduh")).ids).toContain(shirt?.id);
  });

  test(`${name}: a product that is hidden is gone, and one that is dearer has moved`, async () => {
    const [first, second] = (await everyPage("sort=price-asc")).flatMap((page) => page.ids);
    await asSeed()`update products set status = 'archived' where id = ${first ?? null}`;
    await asSeed()`
      update product_variants set price = 900000000, was_price = null where product_id = ${second ?? null}`;
    const after = (await everyPage("sort=price-asc")).flatMap((page) => page.ids);
    expect(after).not.toContain(first);
    expect(after.at(-1)).toBe(second);
  });

  test(`${name}: an index that is made again answers as before`, async () => {
    const before = [await find(""), await find("category=mug"), await find("q=mug")];
    await rebuildPlaces();
    expect([await find(""), await find("category=mug"), await find("q=mug")]).toEqual(before);
  });
}
