import { data } from "react-router";
import { customerWords, useCustomerWords } from "#app/admin/customers/messages/customers.ts";
import { KeysetList } from "#app/admin/kit/list/keyset-list.tsx";
import { languageOf, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { buyerFields, buyerSorts } from "#shop/customers/buyers/buyer-fields.ts";
import { listBuyerOptions, listBuyers } from "#shop/customers/buyers/list-buyers.server.ts";
import { may } from "#shop/kernel/access.ts";
import { maxCount } from "#shop/kernel/newest-first.server.ts";
import { listSavedViews } from "#shop/office/saved-views/saved-views.server.ts";
import { FilterBar } from "../filters/filter-bar.tsx";
import { FilterRefused } from "../filters/filter-problem.tsx";
import { readListAddress } from "../filters/list-address.server.ts";
import { listParams } from "../filters/list-address.ts";
import { SaveView } from "../filters/save-view.tsx";
import { useViewTabs } from "../filters/view-tabs.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/customers";
import { BuyerTable } from "./buyer-table.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: customerWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "customers.read");
  const { address, state } = readListAddress(url, buyerFields, buyerSorts);
  const [listed, views, options] = await Promise.all([
    state && listBuyers(staff, state),
    listSavedViews(staff, "customers"),
    listBuyerOptions(staff),
  ]);
  const problem = address.problem ?? (listed && !listed.ok ? listed.problem : null);
  return data(
    {
      address,
      problem,
      list: listed?.ok ? listed.value : null,
      views,
      options,
      isClear: may(staff, "customers.contact"),
      mayShare: may(staff, "views.share"),
      mayImport: may(staff, "imports.run") && may(staff, "customers.edit"),
      maxCount,
    },
    { status: problem ? 400 : 200 },
  );
}

export default function AdminCustomers({ loaderData }: Route.ComponentProps) {
  const { address, problem, list, views, options, isClear, mayShare, mayImport } = loaderData;
  const words = useCustomerWords();
  const viewTabs = useViewTabs();
  const to = useLocalPath();
  return (
    <KeysetList
      words={isClear ? words : { ...words, search: words.searchName }}
      q={address.q}
      tabs={viewTabs(address, { all: words.all }, { all: "" }, null, views)}
      maxCount={loaderData.maxCount}
      kept={listParams({ ...address, q: "" })}
      filters={
        <>
          <FilterBar
            list="customers"
            fields={buyerFields}
            options={options}
            address={address}
            sorts={buyerSorts}
          >
            <SaveView list="customers" address={address} views={views} mayShare={mayShare} />
          </FilterBar>
          {isClear ? null : <p className="text-muted">{words.masked}</p>}
        </>
      }
      isEmpty={problem === null && list?.buyers.length === 0}
      after={list?.after ?? null}
      before={list?.before ?? null}
      action={
        mayImport ? (
          <ButtonLink to={`${to("/admin/Imports")}?kind=customers#upload`} look="quiet">
            {words.import}
          </ButtonLink>
        ) : undefined
      }
    >
      {problem ? (
        <FilterRefused
          list="customers"
          problem={problem}
          address={address}
          narrowing={["last_order"]}
        />
      ) : list ? (
        <BuyerTable buyers={list.buyers} />
      ) : null}
    </KeysetList>
  );
}
