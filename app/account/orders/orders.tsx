import { Form } from "react-router";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { buyingWords, useBuyingWords } from "#app/messages/shared/buying.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useSupplementWords } from "#app/messages/shared/supplement.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { OrderStage } from "#app/ui/domain/order/order-stage.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { OrderStage as OrderStageName, OrderSummary } from "#shop/orders/order.ts";
import { readOrderFilter } from "#shop/orders/order-filter.ts";
import { listMyOrders } from "#shop/orders/read-orders.server.ts";
import { personOf } from "../person.server.ts";
import type { Route } from "./+types/orders";
import { OrderPicture } from "./order-picture.tsx";
import { StageTabs } from "./stage-tabs.tsx";

export const meta: Route.MetaFunction = (source) => {
  const words = buyingWords(languageOf(source.location.pathname)).orders;
  return pageMeta(source, { title: words.title, hidden: true });
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const filter = readOrderFilter(url.searchParams);
  return { filter, ...(await listMyOrders(personOf(context), filter)) };
}

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const { filter, orders, pages, counts, total } = loaderData;
  const { orders: words } = useBuyingWords();
  const { toShop } = useWords();
  const to = useLocalPath();
  const everything = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const isFiltered = filter.q !== "" || filter.stage !== null;
  const address = (page: number) => {
    const params = new URLSearchParams();
    if (filter.q) params.set("q", filter.q);
    if (filter.stage) params.set("stage", filter.stage);
    if (page > 1) params.set("page", String(page));
    return `?${params}`;
  };

  return (
    <div className="grid gap-6">
      <h1 tabIndex={-1} className="text-2xl md:text-3xl">
        {words.title}
      </h1>
      {everything > 0 || isFiltered ? (
        <>
          <StageTabs counts={counts} chosen={filter.stage} q={filter.q} />
          <Form role="search" className="flex max-w-xl gap-2">
            <TextInput
              name="q"
              type="search"
              aria-label={words.search}
              placeholder={words.searchHint}
              maxLength={60}
              defaultValue={filter.q}
            />
            {filter.stage ? <input type="hidden" name="stage" value={filter.stage} /> : null}
            <Button type="submit" look="quiet" icon="search">
              {words.searchSubmit}
            </Button>
          </Form>
        </>
      ) : null}
      {total === 0 ? (
        isFiltered ? (
          <EmptyState
            title={filter.q ? words.emptyFiltered(filter.q) : words.emptyStage}
            action={
              <ButtonLink to="?" look="quiet">
                {words.clear}
              </ButtonLink>
            }
          />
        ) : (
          <EmptyState
            title={words.empty}
            action={<ButtonLink to={to("/Shop")}>{toShop}</ButtonLink>}
          >
            {words.emptyText}
          </EmptyState>
        )
      ) : (
        <ul className="grid gap-4">
          {orders.map((order) => (
            <OrderCard key={order.id} order={order} />
          ))}
        </ul>
      )}
      <Pagination page={filter.page} pages={pages} address={address} />
    </div>
  );
}

/** The stage whose next step the card offers. */
function nextOf({ stage, supplement_of, has_payment_proof }: OrderSummary): OrderStageName {
  if (stage === "awaiting_payment") return has_payment_proof ? "processing" : stage;
  // What a design cost more cannot be bought again, and has no shipment.
  return supplement_of ? "processing" : stage;
}

function OrderCard({ order }: { order: OrderSummary }) {
  const { orders: words } = useBuyingWords();
  const supplement = useSupplementWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  return (
    <li className="sheet sheet-top">
      <Link
        to={to(`/dashboard/orders/${order.id}`)}
        className="grid gap-3 px-5 pt-5 pb-4 hover:text-carbon"
      >
        <span className="flex flex-wrap items-center justify-between gap-2">
          <span className="figures text-sm text-stamp">No. {order.number}</span>
          <OrderStage
            stage={order.stage}
            isPickup={order.is_pickup}
            asksProof={order.proof_waits}
          />
        </span>
        <span className="flex flex-wrap items-center gap-3">
          {order.pictures.map((picture) => (
            <span key={picture.design?.line ?? picture.url} className="w-16 border border-rule">
              <OrderPicture picture={picture} sizes="64px" />
            </span>
          ))}
          <span className="min-w-0 grow basis-40">
            <span className="block font-semibold wrap-anywhere">
              {words.goods(order.first_name, order.line_count - 1)}
            </span>
            <span className="block text-sm text-muted">
              {formatMoment(order.created_at, language, zone)} ·{" "}
              {order.supplement_of
                ? supplement.forOrder(order.supplement_of.number)
                : words.pieces(order.pieces)}
            </span>
          </span>
        </span>
        <span className="flex flex-wrap items-center justify-between gap-3 border-t border-rule pt-3">
          <span className="money font-semibold">{formatRupiah(order.total)}</span>
          <span className="flex items-center gap-2 font-semibold text-carbon">
            {words.next[nextOf(order)]}
            <Icon name="arrow-right" className="size-4" />
          </span>
        </span>
      </Link>
    </li>
  );
}
