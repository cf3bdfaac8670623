import { Form } from "react-router";
import { useLiveTopic } from "#app/browser/use-live-topic.ts";
import { languageOf } from "#app/language.ts";
import { adminWords, useAdminWords } from "#app/messages/admin.ts";
import { useWords } from "#app/messages/ui.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { type OrderStage, orderStages } from "#shop/orders/order.ts";
import { readOrderFilter } from "#shop/orders/order-filter.ts";
import { listOrders } from "#shop/orders/read-orders.server.ts";
import { staffOf } from "../staff.server.ts";
import type { Route } from "./+types/orders";
import { OrderTable } from "./order-table.tsx";

export const meta: Route.MetaFunction = (source) => {
  const words = adminWords[languageOf(source.location.pathname)];
  return pageMeta(source, { title: words.list.title, hidden: true });
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const filter = readOrderFilter(url.searchParams);
  return { filter, ...(await listOrders(staffOf(context), filter)) };
}

export default function AdminOrders({ loaderData }: Route.ComponentProps) {
  const { filter, orders, counts, total, pages } = loaderData;
  const { list: words } = useAdminWords();
  const { stages } = useWords();
  // Rows never move under the pointer: news wait behind a bar until they are asked for.
  const { news, refresh } = useLiveTopic("orders", { isAutomatic: false });
  const everything = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const isFiltered = filter.q !== "" || filter.stage !== null;
  const address = (stage: OrderStage | null, page = 1) => {
    const params = new URLSearchParams();
    if (filter.q) params.set("q", filter.q);
    if (stage) params.set("stage", stage);
    if (page > 1) params.set("page", String(page));
    return `?${params}`;
  };

  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1} className="text-2xl">
          {words.title}
        </h1>
        <Form role="search" className="flex w-full max-w-md gap-2">
          <TextInput
            name="q"
            type="search"
            aria-label={words.search}
            placeholder={words.search}
            maxLength={60}
            defaultValue={filter.q}
          />
          {filter.stage ? <input type="hidden" name="stage" value={filter.stage} /> : null}
          <Button type="submit" look="quiet">
            {words.searchSubmit}
          </Button>
        </Form>
      </header>
      <nav aria-label={words.title} className="-mx-4 overflow-x-auto px-4">
        <ul className="flex border-b border-rule">
          {[null, ...orderStages].map((stage) => (
            <li key={stage ?? "all"}>
              <Link
                to={address(stage)}
                aria-current={stage === filter.stage ? "page" : undefined}
                className="flex min-h-10 items-center gap-2 border-b-2 border-transparent px-3 whitespace-nowrap hover:text-carbon aria-[current]:border-carbon aria-[current]:font-semibold"
              >
                {stage ? stages[stage] : words.all}
                <span className="figures text-xs text-muted">
                  {stage ? counts[stage] : everything}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {news > 0 ? (
        <button
          type="button"
          onClick={refresh}
          className="min-h-10 border border-carbon bg-paper px-4 font-semibold text-carbon"
        >
          {words.fresh(news)}
        </button>
      ) : null}
      <p role="status" className="text-muted">
        {words.count(total)}
      </p>
      {total > 0 ? (
        <OrderTable orders={orders} />
      ) : isFiltered ? (
        <EmptyState
          title={words.emptyFiltered}
          action={
            <ButtonLink to="?" look="quiet">
              {words.clear}
            </ButtonLink>
          }
        />
      ) : (
        <EmptyState title={words.empty}>{words.emptyText}</EmptyState>
      )}
      <Pagination
        page={filter.page}
        pages={pages}
        address={(page) => address(filter.stage, page)}
      />
    </div>
  );
}
