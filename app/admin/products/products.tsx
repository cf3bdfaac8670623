import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { productWords, useProductWords } from "#app/messages/admin/products.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { may } from "#shop/access.ts";
import { maxCount } from "#shop/newest-first.server.ts";
import { listStaffProducts } from "#shop/products/list-products.server.ts";
import { productViews, readProductFilter } from "#shop/products/product-filter.ts";
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
  const filter = readProductFilter(url.searchParams);
  const listed = await listStaffProducts(staff, filter, languageOf(url.pathname));
  return { filter, ...listed, maxCount, mayEdit: may(staff, "products.edit") };
}

export default function AdminProducts({ loaderData }: Route.ComponentProps) {
  const { filter, products, counts, after, before, mayEdit } = loaderData;
  const words = useProductWords();
  const language = useLanguage();
  const to = useLocalPath();
  const add = (
    <ButtonLink to={to("/admin/Products/New")} icon="plus">
      {words.add}
    </ButtonLink>
  );
  return (
    <KeysetList
      key={language}
      words={words}
      q={filter.q}
      parameter="view"
      chosen={filter.view}
      views={productViews.map((view) => ({
        value: view,
        label: words.views[view],
        ...(counts ? { count: counts[view] } : {}),
      }))}
      maxCount={loaderData.maxCount}
      kept={filter.category ? { category: filter.category } : {}}
      isEmpty={products.length === 0}
      after={after}
      before={before}
      action={
        <>
          <ButtonLink to={to("/admin/Products/Grid")} look="quiet">
            {words.grid}
          </ButtonLink>
          {mayEdit ? add : null}
        </>
      }
    >
      <ProductTable products={products} />
    </KeysetList>
  );
}
