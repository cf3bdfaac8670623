import { useLiveTopic } from "#app/browser/use-live-topic.ts";
import { languageOf } from "#app/language.ts";
import { adminWords, useAdminWords } from "#app/messages/admin/admin.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { pageMeta } from "#app/page-meta.ts";
import { orderStages } from "#shop/orders/order.ts";
import { readOrderFilter } from "#shop/orders/order-filter.ts";
import { listOrders } from "#shop/orders/read-orders.server.ts";
import { ListPage } from "../list-page.tsx";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/orders";
import { OrderTable } from "./order-table.tsx";

export const meta: Route.MetaFunction = (source) => {
  const words = adminWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.list.title, hidden: true });
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const filter = readOrderFilter(url.searchParams);
  return { filter, ...(await listOrders(staffWith(context, "orders.read"), filter)) };
}

export default function AdminOrders({ loaderData }: Route.ComponentProps) {
  const { filter, orders, counts, total, pages } = loaderData;
  const { list: words } = useAdminWords();
  const { stages } = useWords();
  // Rows never move under the pointer: changes wait behind a bar until the reader loads them.
  const { staleCount, refresh } = useLiveTopic("orders", { isAutomatic: false });
  return (
    <ListPage
      words={words}
      q={filter.q}
      parameter="stage"
      chosen={filter.stage}
      views={orderStages.map((stage) => ({
        value: stage,
        label: stages[stage],
        count: counts[stage],
      }))}
      total={total}
      page={filter.page}
      pages={pages}
      notice={
        staleCount > 0 ? (
          <button
            type="button"
            onClick={refresh}
            className="min-h-10 border border-carbon bg-paper px-4 font-semibold text-carbon"
          >
            {words.fresh(staleCount)}
          </button>
        ) : null
      }
    >
      <OrderTable orders={orders} />
    </ListPage>
  );
}
