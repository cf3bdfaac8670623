import { useState } from "react";
import { redirect, useNavigate } from "react-router";
import { languageOf, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { listWords, useListWords } from "#app/storefront/shop/messages/product-list.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { localPath } from "#base/language.ts";
import { listCategories } from "#shop/catalogue/catalogue.server.ts";
import type { Category, CategoryStep } from "#shop/catalogue/catalogue.ts";
import { listProducts } from "#shop/catalogue/list-products.server.ts";
import { findNearestCategory } from "#shop/catalogue/nearest-category.server.ts";
import { isWholeList, readShopFilter, shopFilterParams } from "#shop/catalogue/shop-filter.ts";
import { findPresentSlug } from "#shop/catalogue/slug-redirects.server.ts";
import { movedPermanently } from "../moved-permanently.server.ts";
import { ProductGrid } from "../product-grid.tsx";
import type { Route } from "./+types/shop";
import { AppliedFilters } from "./applied-filters.tsx";
import { CategoriesBelow, CategoryWay } from "./category-way.tsx";
import { FilterForm } from "./filter-form.tsx";
import { ListBar } from "./list-bar.tsx";
import { ListSection } from "./list-section.tsx";
import { MoreProducts, useLoadedPages } from "./more-products.tsx";
import { NoProducts } from "./no-products.tsx";
import { countFilters } from "./shop-address.ts";

export const meta: Route.MetaFunction = (args) => {
  const shop = listWords(languageOf(args.location.pathname));
  const category = args.loaderData?.category;
  return pageMeta(args, {
    title: args.loaderData?.filter.q
      ? shop.searchTitle(args.loaderData.filter.q)
      : category?.seo_title || (category?.name ?? shop.title),
    description: category?.seo_description || category?.description || shop.description,
    hidden: args.loaderData !== undefined && !isWholeList(args.loaderData.filter),
  });
};

export const handle = { lateScripts: true };

export async function loader({ url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const filter = readShopFilter(url.searchParams);
  const [{ products, ...list }, categories] = await Promise.all([
    listProducts(filter, language),
    listCategories(language),
  ]);
  const category = categories.find(({ slug }) => slug === filter.category);
  if (filter.category !== null && !category) {
    const present = await findPresentSlug("category", filter.category);
    if (present) {
      url.searchParams.set("category", present);
      throw movedPermanently(localPath(language, "/Shop"), url.searchParams);
    }
  }
  if (filter.page > 1 && products.length === 0) {
    throw redirect(`${url.pathname}?${shopFilterParams({ ...filter, page: 1 })}`);
  }
  const nearest =
    filter.q && list.total === 0
      ? await findNearestCategory(
          list.nearest.map(({ id }) => id),
          language,
        )
      : null;
  return {
    filter,
    list,
    products,
    nearest,
    category: category
      ? {
          name: category.name,
          description: category.description,
          seo_title: category.seo_title,
          seo_description: category.seo_description,
          way: category.path.flatMap((step) => stepsOf(categories, ({ slug }) => slug === step)),
          below: stepsOf(categories, ({ path }) => path.at(-2) === category.slug),
        }
      : null,
  };
}

/** The categories that a condition chooses, as names with addresses. */
function stepsOf(
  categories: readonly Category[],
  isMeant: (category: Category) => boolean,
): CategoryStep[] {
  return categories.filter(isMeant).map(({ slug, name }) => ({ slug, name }));
}

export default function Shop({ loaderData }: Route.ComponentProps) {
  const { filter, category, list, products } = loaderData;
  const shop = useListWords();
  const to = useLocalPath();
  const [sheetOpen, setSheetOpen] = useState(false);
  const pages = useLoadedPages(filter, { products, next: list.next });
  const isNarrowed = countFilters(filter) > 0;
  // A search that finds nothing at all has nothing to be filtered.
  const canNarrow = isNarrowed || list.total > 0;
  const navigate = useNavigate();
  const apply = (params: URLSearchParams) =>
    void navigate(`${to("/Shop")}?${params}`, { preventScrollReset: true });
  const heading = filter.q ? shop.searchTitle(filter.q) : (category?.name ?? shop.title);

  return (
    <div className={`page ${category ? "pt-4 md:pt-6" : "pt-6 md:pt-10"}`}>
      {category ? <CategoryWay way={category.way} /> : null}
      <header className="flex items-end justify-between gap-6 border-b border-ink pb-4">
        <div>
          <h1 className="text-2xl md:text-3xl">{heading}</h1>
          {category && !filter.q ? (
            <p className="mt-2 max-w-[60ch] text-muted">{category.description}</p>
          ) : null}
        </div>
        <p className="shrink-0 text-right text-sm text-muted tabular-nums">
          {list.pages > 1 && filter.page <= list.pages && !list.isMore
            ? `${filter.page} / ${list.pages}`
            : null}
        </p>
      </header>
      {list.found_for === null ? null : (
        <p role="status" className="pt-4">
          {shop.foundFor(list.found_for)}
        </p>
      )}
      {category && !filter.q ? <CategoriesBelow below={category.below} /> : null}
      {canNarrow || filter.q ? (
        <ListBar filter={filter} list={list} onFilter={() => setSheetOpen(true)} />
      ) : null}
      <AppliedFilters filter={filter} list={list} />
      <div className={`grid gap-8 ${canNarrow ? "lg:grid-cols-[15rem_1fr]" : ""}`}>
        {canNarrow ? (
          <aside id="filters" className="max-lg:order-last max-lg:not-target:hidden">
            <FilterForm filter={filter} list={list} onApply={apply} />
          </aside>
        ) : null}
        <ListSection>
          {list.total === 0 ? (
            <>
              <NoProducts filter={filter} nearest={loaderData.nearest} />
              {list.nearest.length > 0 ? (
                <>
                  <h2 className="mt-10 mb-5 text-2xl">{shop.none.nearest}</h2>
                  <ProductGrid products={list.nearest} columns="two-up md:grid-cols-4" />
                </>
              ) : null}
            </>
          ) : (
            <>
              <h2 className="sr-only">{shop.count(list.total, list.isMore)}</h2>
              <MoreProducts filter={filter} list={list} pages={pages} />
            </>
          )}
        </ListSection>
      </div>
      <Dialog
        open={sheetOpen}
        onClose={() => setSheetOpen(false)}
        title={shop.filter}
        place="sheet"
      >
        <FilterForm
          filter={filter}
          list={list}
          onApply={apply}
          onShow={() => setSheetOpen(false)}
        />
      </Dialog>
    </div>
  );
}
