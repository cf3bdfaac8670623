import { useId } from "react";
import { Form, redirect, useNavigate } from "react-router";
import { languageOf, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { useCollectionPageWords } from "#app/storefront/collections/messages/collection.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Select } from "#app/ui/select.tsx";
import { localPath } from "#base/language.ts";
import type { CollectionSort } from "#shop/catalogue/collections/collection-sorts.ts";
import {
  collectionViewParams,
  readCollectionView,
} from "#shop/catalogue/collections/collection-view.ts";
import { showCollection } from "#shop/catalogue/collections/show-collection.server.ts";
import { findPresentSlug } from "#shop/catalogue/slug-redirects.server.ts";
import { movedPermanently } from "../moved-permanently.server.ts";
import { pageNotFound } from "../page-not-found.server.ts";
import { ProductGrid } from "../product-grid.tsx";
import type { Route } from "./+types/collection";

/** Cards in sight when the page opens. */
const eagerCards = 4;

export const meta: Route.MetaFunction = (args) => {
  const found = args.loaderData?.collection;
  return pageMeta(args, {
    title: found?.seo_title || found?.name || "",
    description: found?.seo_description || found?.description || "",
    // Search engines index only the default order of a collection.
    hidden: args.loaderData?.isSorted,
  });
};

export const handle = { lateScripts: true };

export async function loader({ params, url }: Route.LoaderArgs) {
  const { page, sort } = readCollectionView(url.searchParams);
  const collection = await showCollection(params.slug, sort, page, languageOf(url.pathname));
  if (!collection) {
    const present = await findPresentSlug("collection", params.slug);
    if (!present) throw await pageNotFound(url);
    throw movedPermanently(
      localPath(languageOf(url.pathname), `/Collections/${present}`),
      url.searchParams,
    );
  }
  if (page > 1 && collection.products.length === 0) throw redirect(url.pathname);
  return { collection, isSorted: sort !== null };
}

/** The products that a collection gathers. */
export default function Collection({ loaderData }: Route.ComponentProps) {
  const { collection, isSorted } = loaderData;
  const words = useCollectionPageWords();
  const to = useLocalPath();
  const { name, description, total, page, pages, sort } = collection;
  const address = (next: number) =>
    `?${collectionViewParams({ sort: isSorted ? sort : null, page: next })}`;
  return (
    <div className="page pt-6 md:pt-10">
      <header className="flex items-end justify-between gap-6 border-b border-ink pb-4">
        <div>
          <h1 className="text-2xl md:text-3xl">{name}</h1>
          {description ? <p className="mt-2 max-w-[60ch] text-muted">{description}</p> : null}
        </div>
        <p className="shrink-0 text-right text-sm text-muted tabular-nums">
          {pages > 1 ? `${page} / ${pages}` : null}
        </p>
      </header>
      {total === 0 ? (
        <EmptyState
          title={words.empty}
          action={<ButtonLink to={to("/Shop")}>{words.toShop}</ButtonLink>}
        >
          {words.emptyText}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-4 py-3">
            <h2 className="font-sans text-sm font-semibold tabular-nums">{words.count(total)}</h2>
            <SortForm sort={sort} sorts={collection.sorts} />
          </div>
          <ProductGrid products={collection.products} eager={eagerCards} />
          <div className="py-6">
            <Pagination page={page} pages={pages} address={address} />
          </div>
        </>
      )}
    </div>
  );
}

interface SortFormProps {
  sort: CollectionSort;
  sorts: readonly CollectionSort[];
}

function SortForm({ sort, sorts }: SortFormProps) {
  const words = useCollectionPageWords();
  const navigate = useNavigate();
  const id = useId();
  return (
    <Form className="flex items-center gap-2">
      <label htmlFor={id} className="text-sm text-muted max-md:sr-only">
        {words.sort}
      </label>
      <Select
        id={id}
        key={sort}
        name="sort"
        defaultValue={sort}
        className="text-sm"
        onChange={(event) =>
          navigate(`?${new URLSearchParams({ sort: event.target.value })}`, {
            preventScrollReset: true,
          })
        }
      >
        {sorts.map((one) => (
          <option key={one} value={one}>
            {words.sorts[one]}
          </option>
        ))}
      </Select>
      <button
        type="submit"
        className="min-h-11 px-2 text-sm text-carbon underline in-[[data-alive]]:hidden"
      >
        {words.apply}
      </button>
    </Form>
  );
}
