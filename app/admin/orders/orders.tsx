import { data } from "react-router";
import { KeysetList } from "#app/admin/kit/list/keyset-list.tsx";
import { useSelection } from "#app/admin/kit/list/use-selection.ts";
import { adminWords, useAdminWords } from "#app/admin/messages/admin.ts";
import { useLiveTopic } from "#app/browser/session/use-live-topic.ts";
import { languageOf } from "#app/language.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { may } from "#shop/kernel/access.ts";
import { maxCount } from "#shop/kernel/newest-first.server.ts";
import { listSavedViews } from "#shop/office/saved-views/saved-views.server.ts";
import { shipMany } from "#shop/orders/fulfilment/ship-many.server.ts";
import { listStaffOrders } from "#shop/orders/list-orders.server.ts";
import { orderFields, orderSorts, orderTabs } from "#shop/orders/order-fields.ts";
import { listOrderOptions } from "#shop/orders/order-options.server.ts";
import { FilterBar } from "../filters/filter-bar.tsx";
import { FilterRefused } from "../filters/filter-problem.tsx";
import { readListAddress } from "../filters/list-address.server.ts";
import { listParams } from "../filters/list-address.ts";
import { SaveView } from "../filters/save-view.tsx";
import { useViewTabs } from "../filters/view-tabs.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/orders";
import { DraftLinks } from "./drafts/draft-links.tsx";
import { OrderBulk } from "./order-bulk.tsx";
import { OrderSumLine } from "./order-sum.tsx";
import { OrderTable } from "./order-table.tsx";

export const meta: Route.MetaFunction = (source) => {
  const words = adminWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.list.title, hidden: true });
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "orders.read");
  const { address, state } = readListAddress(url, orderFields, orderSorts);
  const [listed, views, options] = await Promise.all([
    state && listStaffOrders(staff, state),
    listSavedViews(staff, "orders"),
    listOrderOptions(staff, state?.filter ?? null, languageOf(url.pathname)),
  ]);
  const problem = address.problem ?? (listed && !listed.ok ? listed.problem : null);
  return data(
    {
      address,
      problem,
      list: listed?.ok ? listed.value : null,
      views,
      options,
      mayShare: may(staff, "views.share"),
      mayShip: may(staff, "orders.fulfil"),
      mayDraft: may(staff, "orders.draft"),
      maxCount,
    },
    { status: problem ? 400 : 200 },
  );
}

/** Tracking numbers of several orders, in fields `number:{order}`. */
export async function action({ request, context }: Route.ActionArgs) {
  const staff = staffWith(context, "orders.fulfil");
  const form = await readForm(request);
  const rows = [...form].flatMap(([name, value]) =>
    name.startsWith("number:") && typeof value === "string" && value.trim() !== ""
      ? [{ order_id: name.slice("number:".length), tracking_number: value }]
      : [],
  );
  return { rows: await shipMany(staff, rows) };
}

export default function AdminOrders({ loaderData }: Route.ComponentProps) {
  const { address, problem, list, views, options, mayShare, mayShip } = loaderData;
  const { list: words } = useAdminWords();
  const { stages } = useWords();
  const viewTabs = useViewTabs();
  const orders = list?.orders ?? [];
  const selection = useSelection(orders.map(({ id }) => id));
  // Rows never move under the pointer: changes wait behind a bar until the reader loads them.
  const { staleCount, refresh } = useLiveTopic("orders", {
    isAutomatic: false,
    shown: list,
  });
  return (
    <KeysetList
      words={words}
      q={address.q}
      action={loaderData.mayDraft ? <DraftLinks /> : undefined}
      tabs={viewTabs(
        address,
        { all: words.all, ...stages },
        { all: "", ...orderTabs },
        list?.counts ?? null,
        views,
      )}
      maxCount={loaderData.maxCount}
      kept={listParams({ ...address, q: "" })}
      filters={
        <>
          <FilterBar
            list="orders"
            fields={orderFields}
            options={options}
            address={address}
            sorts={orderSorts}
          >
            <SaveView list="orders" address={address} views={views} mayShare={mayShare} />
          </FilterBar>
          {list?.sum && list.sum.orders > 0 ? <OrderSumLine sum={list.sum} /> : null}
          {staleCount > 0 ? (
            <button
              type="button"
              onClick={refresh}
              className="min-h-10 border border-carbon bg-paper px-4 font-semibold text-carbon"
            >
              {words.fresh(staleCount)}
            </button>
          ) : null}
        </>
      }
      isEmpty={problem === null && list?.orders.length === 0}
      after={list?.after ?? null}
      before={list?.before ?? null}
    >
      {problem ? (
        <FilterRefused
          list="orders"
          problem={problem}
          address={address}
          narrowing={["created", "stage"]}
        />
      ) : (
        <>
          <OrderTable orders={orders} selection={selection} />
          <OrderBulk orders={orders} selection={selection} mayShip={mayShip} />
        </>
      )}
    </KeysetList>
  );
}
