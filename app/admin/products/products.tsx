import { data } from "react-router";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { productWords, useProductWords } from "#app/messages/admin/products.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { may } from "#shop/access.ts";
import { maxCount } from "#shop/newest-first.server.ts";
import { listCategoryChoices } from "#shop/products/category-choices.server.ts";
import { listStaffProducts } from "#shop/products/list-products.server.ts";
import { productFields, productSorts } from "#shop/products/product-fields.ts";
import { productViews } from "#shop/products/product-filter.ts";
import { listSavedViews } from "#shop/saved-views/saved-views.server.ts";
import { FilterBar } from "../filters/filter-bar.tsx";
import { FilterRefused } from "../filters/filter-problem.tsx";
import { readListAddress } from "../filters/list-address.server.ts";
import { listParams } from "../filters/list-address.ts";
import { SaveView } from "../filters/save-view.tsx";
import { useViewTabs } from "../filters/view-tabs.ts";
import { KeysetList } from "../keyset-list.tsx";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/products";
import { ProductTable } from "./product-table.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: productWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "products.read");
  const language = languageOf(url.pathname);
  const { address, state } = readListAddress(url, productFields, productSorts);
  const [listed, categories, views] = await Promise.all([
    state && listStaffProducts(staff, state, language),
    listCategoryChoices(staff, language),
    listSavedViews(staff, "products"),
  ]);
  const problem = address.problem ?? (listed && !listed.ok ? listed.problem : null);
  return data(
    {
      address,
      problem,
      list: listed?.ok ? listed.value : null,
      categories,
      views,
      mayShare: may(staff, "views.share"),
      mayEdit: may(staff, "products.edit"),
      maxCount,
    },
    { status: problem ? 400 : 200 },
  );
}

/** Fields that leave few products, the best first. */
const narrowing = ["category", "updated", "price"] as const;

export default function AdminProducts({ loaderData }: Route.ComponentProps) {
  const { address, problem, list, categories, views, mayShare, mayEdit } = loaderData;
  const words = useProductWords();
  const language = useLanguage();
  const viewTabs = useViewTabs();
  const to = useLocalPath();
  const add = (
    <ButtonLink to={to("/admin/Products/New")} icon="plus" data-new>
      {words.add}
    </ButtonLink>
  );
  return (
    <KeysetList
      key={language}
      words={words}
      q={address.q}
      tabs={viewTabs(
        address,
        { all: words.all, ...words.views },
        { all: "", ...productViews },
        list?.counts ?? null,
        views,
      )}
      maxCount={loaderData.maxCount}
      kept={listParams({ ...address, q: "" })}
      filters={
        <FilterBar
          list="products"
          fields={productFields}
          options={{ category: categories }}
          address={address}
          sorts={productSorts}
        >
          <SaveView list="products" {...{ address, views, mayShare }} />
        </FilterBar>
      }
      isEmpty={problem === null && list?.products.length === 0}
      after={list?.after ?? null}
      before={list?.before ?? null}
      action={
        <>
          <ButtonLink to={to("/admin/Products/Grid")} look="quiet">
            {words.grid}
          </ButtonLink>
          {mayEdit ? add : null}
        </>
      }
    >
      {problem ? (
        <FilterRefused list="products" {...{ problem, address, narrowing }} />
      ) : (
        <ProductTable products={list?.products ?? []} />
      )}
    </KeysetList>
  );
}
