import { data, redirect, useActionData } from "react-router";
import { KeysetList } from "#app/admin/kit/list/keyset-list.tsx";
import { useSelection } from "#app/admin/kit/list/use-selection.ts";
import { productWords, useProductWords } from "#app/admin/products/messages/products.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { dateNow } from "#base/clock.ts";
import { localPath } from "#base/language.ts";
import { listCategoryChoices } from "#shop/catalogue/products/categories/category-choices.server.ts";
import {
  listStaffProducts,
  type ProductRow,
} from "#shop/catalogue/products/list-products.server.ts";
import { productFields, productSorts } from "#shop/catalogue/products/product-fields.ts";
import { productViews } from "#shop/catalogue/products/product-filter.ts";
import { may } from "#shop/kernel/access.ts";
import { maxCount } from "#shop/kernel/newest-first.server.ts";
import { listSavedViews } from "#shop/office/saved-views/saved-views.server.ts";
import { FilterBar } from "../filters/filter-bar.tsx";
import { FilterRefused } from "../filters/filter-problem.tsx";
import { readListAddress } from "../filters/list-address.server.ts";
import { type ListAddress, listParams } from "../filters/list-address.ts";
import { SaveView } from "../filters/save-view.tsx";
import { useViewTabs } from "../filters/view-tabs.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/products";
import { answerBulk } from "./bulk-action.server.ts";
import { BulkBar, type BulkRights } from "./bulk-bar.tsx";
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
      rights: {
        status: may(staff, "products.publish"),
        category: may(staff, "products.edit"),
        price: may(staff, "prices.edit"),
      },
      mayCount: may(staff, "stock.adjust"),
      mayImport: may(staff, "imports.run"),
      readAt: dateNow().toISOString(),
      maxCount,
    },
    { status: problem ? 400 : 200 },
  );
}

/** Starts a change of the selected products, and goes to its task. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const staff = staffWith(context, "products.read");
  const answer = await answerBulk(staff, await readForm(request), language);
  if ("problem" in answer) {
    return data(answer, { status: answer.problem === "waits_for_approval" ? 202 : 400 });
  }
  if ("preview" in answer) return answer;
  return redirect(localPath(language, `/admin/Tasks/${answer.task}`));
}

/** Fields that leave few products, the best first. */
const narrowing = ["category", "updated", "price"] as const;

export default function AdminProducts({ loaderData }: Route.ComponentProps) {
  const { address, problem, list, categories, views, mayShare, mayEdit } = loaderData;
  const { rights, mayCount, mayImport, readAt } = loaderData;
  const words = useProductWords();
  const language = useLanguage();
  const viewTabs = useViewTabs();
  const to = useLocalPath();
  const isEmpty = problem === null && list?.products.length === 0;
  /** The shop has no products, rather than none that match. */
  const isNew = isEmpty && address.q === "" && address.filter === "";
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
          <SaveView list="products" address={address} views={views} mayShare={mayShare} />
        </FilterBar>
      }
      isEmpty={isEmpty}
      after={list?.after ?? null}
      before={list?.before ?? null}
      action={
        <>
          {isNew ? null : (
            <ButtonLink to={to("/admin/Products/Grid")} look="quiet">
              {words.grid}
            </ButtonLink>
          )}
          {mayEdit ? add : null}
          {isNew && mayImport ? (
            <ButtonLink to={to("/admin/Imports")} look="quiet">
              {words.import}
            </ButtonLink>
          ) : null}
        </>
      }
    >
      {problem ? (
        <FilterRefused list="products" problem={problem} address={address} narrowing={narrowing} />
      ) : (
        <SelectableProducts
          key={JSON.stringify([address.filter, address.q])}
          products={list?.products ?? []}
          address={address}
          categories={categories}
          rights={rights}
          mayCount={mayCount}
          readAt={readAt}
        />
      )}
    </KeysetList>
  );
}

interface SelectableProductsProps {
  products: readonly ProductRow[];
  address: ListAddress;
  categories: readonly { readonly value: string; readonly label: string }[];
  rights: BulkRights;
  mayCount: boolean;
  readAt: string;
}

function SelectableProducts(props: SelectableProductsProps) {
  const { products, address, categories, rights, mayCount, readAt } = props;
  const answer = useActionData<typeof action>();
  const selection = useSelection(products.map(({ id }) => id));
  const maySelect = Object.values(rights).some(Boolean);
  return (
    <>
      <ProductTable
        products={products}
        rights={{ mayPrice: rights.price, mayCount }}
        selection={maySelect ? selection : null}
      />
      {maySelect ? (
        <BulkBar
          selection={selection}
          address={address}
          readAt={readAt}
          rights={rights}
          categories={categories}
          problem={answer && "problem" in answer ? answer.problem : undefined}
          preview={answer && "preview" in answer ? answer.preview : undefined}
        />
      ) : null}
    </>
  );
}
