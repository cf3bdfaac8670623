import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { useListWords } from "#app/storefront/shop/messages/product-list.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import type { ProductCard, ProductListing } from "#shop/catalogue/catalogue.ts";
import { type ShopFilter, shopFilterParams } from "#shop/catalogue/shop-filter.ts";
import { ProductGrid } from "../product-grid.tsx";
import { openingOf, useShopAddress } from "./shop-address.ts";

/** Pages of each list that were loaded in this visit, so that Back finds the list as it was left. */
const cached = new Map<string, Map<number, LoadedPage>>();

interface LoadedPage {
  readonly products: readonly ProductCard[];
  readonly next: string | undefined;
}
type LoadedPages = ReadonlyMap<number, LoadedPage>;

export function useLoadedPages(filter: ShopFilter, page: LoadedPage): LoadedPages {
  const key = shopFilterParams({ ...filter, page: 1, after: null }).toString();
  const pages = cached.get(key) ?? new Map<number, LoadedPage>();
  pages.set(filter.page, page);
  // The server remembers nothing, and a document that has just come has nothing to remember either.
  if (!import.meta.env.SSR) cached.set(key, pages);
  return pages;
}

interface MoreProductsProps {
  filter: ShopFilter;
  list: ProductListing;
  pages: LoadedPages;
}

/** What the address of another page answers. */
type OtherPage = Pick<LoadedPage, "products"> & {
  readonly filter: ShopFilter;
  readonly list: ProductListing;
};

/** The pages loaded so far, a button for the next, and real pages for those who prefer them. */
export function MoreProducts({ filter, list, pages }: MoreProductsProps) {
  const shop = useListWords();
  const address = useShopAddress(filter);
  const fetcher = useFetcher<OtherPage>();
  const [, redraw] = useState(0);

  const loaded = fetcher.data;
  useEffect(() => {
    if (!loaded || sameList(loaded.filter, filter) === false) return;
    const { products, list } = loaded;
    (pages as Map<number, LoadedPage>).set(loaded.filter.page, { products, next: list.next });
    redraw((count) => count + 1);
  }, [loaded, filter, pages]);

  const first = firstConnected(pages, filter.page);
  const last = lastConnected(pages, filter.page);
  const connected = range(first, last).flatMap((number) => {
    const page = pages.get(number);
    return page ? [{ number, ...page }] : [];
  });
  const after = pages.get(last)?.next;
  const following =
    last < list.pages
      ? address({ page: last + 1 })
      : after
        ? address({ page: last + 1, after })
        : undefined;

  return (
    <>
      {first > 1 && first <= list.pages + 1 ? (
        <p className="mb-5">
          <ButtonLink to={address({ page: first - 1 })} look="quiet" wide>
            {shop.loadEarlier}
          </ButtonLink>
        </p>
      ) : null}
      {connected.map(({ number, products }) => (
        <ProductGrid
          key={number}
          products={products}
          eager={number === first ? 2 : 0}
          columns={`two-up md:grid-cols-3 ${number === first ? "" : "-mt-px"}`}
          opening={openingOf(filter)}
        />
      ))}
      <div className="mt-8 grid justify-items-center gap-3">
        <p role="status" className="text-sm text-muted">
          {shop.shown(sumOf(connected), list.total, list.isMore)}
        </p>
        {following ? (
          <ButtonLink
            to={following}
            look="quiet"
            aria-busy={fetcher.state !== "idle" || undefined}
            className="w-60 max-w-full"
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey) return;
              event.preventDefault();
              void fetcher.load(following);
            }}
          >
            {shop.loadMore}
          </ButtonLink>
        ) : null}
        <Pagination page={filter.page} pages={list.pages} address={(page) => address({ page })} />
      </div>
    </>
  );
}

function sumOf(pages: readonly LoadedPage[]): number {
  return pages.reduce((sum, { products }) => sum + products.length, 0);
}

function sameList(one: ShopFilter, other: ShopFilter): boolean {
  const key = (filter: ShopFilter) =>
    shopFilterParams({ ...filter, page: 1, after: null }).toString();
  return key(one) === key(other);
}

function firstConnected(pages: LoadedPages, page: number): number {
  return pages.has(page - 1) ? firstConnected(pages, page - 1) : page;
}

function lastConnected(pages: LoadedPages, page: number): number {
  return pages.has(page + 1) ? lastConnected(pages, page + 1) : page;
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
