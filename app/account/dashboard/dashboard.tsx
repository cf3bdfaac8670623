import { currentActor } from "#app/access.server.ts";
import { accountWords, useAccountWords } from "#app/account/details/messages/account.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useSupplementWords } from "#app/messages/shared/supplement.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { OrderStage, stageLooks } from "#app/ui/domain/order/order-stage.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { Receipt, ReceiptLine } from "#app/ui/receipt.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { OrderSummary } from "#shop/orders/order.ts";
import { listMyOrders, listWaitingProofs } from "#shop/orders/read-orders.server.ts";
import { OrderPicture } from "../orders/order-picture.tsx";
import { ProofNotice } from "../orders/proof-notice.tsx";
import type { Route } from "./+types/dashboard";

export const meta: Route.MetaFunction = (args) => {
  const { dashboard } = accountWords(languageOf(args.location.pathname));
  return pageMeta(args, { title: dashboard.title, hidden: true });
};

export async function loader({ context }: Route.LoaderArgs) {
  const actor = currentActor(context);
  if (actor.kind !== "person") return { orders: [], proofs: [] };
  const [{ orders }, proofs] = await Promise.all([
    listMyOrders(actor, { stage: null, q: "", page: 1 }),
    listWaitingProofs(actor),
  ]);
  return { orders: orders.slice(0, 4), proofs };
}

/** The last order's status comes first: people open this page for it. */
export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { dashboard } = useAccountWords();
  const to = useLocalPath();
  const [last, ...earlier] = loaderData.orders;
  return (
    <>
      <h1 className="mb-6 text-2xl max-lg:mt-4 md:text-3xl">{dashboard.title}</h1>
      {last ? (
        <div className="grid gap-8">
          {loaderData.proofs.length > 0 ? (
            <div className="grid gap-3">
              {loaderData.proofs.map((order) => (
                <ProofNotice key={order.id} order={order} isNumbered />
              ))}
            </div>
          ) : null}
          <LastOrder order={last} />
          <EarlierOrders orders={earlier} />
        </div>
      ) : (
        <EmptyState
          title={dashboard.noOrders.title}
          action={<ButtonLink to={to("/Shop")}>{dashboard.shop}</ButtonLink>}
        >
          <p>{dashboard.noOrders.text}</p>
        </EmptyState>
      )}
    </>
  );
}

function LastOrder({ order }: { order: OrderSummary }) {
  const { dashboard } = useAccountWords();
  const contentsOf = useContents();
  const to = useLocalPath();
  const language = useLanguage();
  const zone = useShopZone();
  const { copy } = stageLooks[order.stage];
  return (
    <Receipt
      heading={<h2 className="text-xl">{dashboard.lastOrder}</h2>}
      number={`No. ${order.number}`}
      copy={copy}
      torn
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        {/* On a receipt of the pill's colour its edge is invisible, so align its text with the column. */}
        <span className={copy === "white" ? "" : "-ml-2 dark:ml-0"}>
          <OrderStage
            stage={order.stage}
            isPickup={order.is_pickup}
            asksProof={order.proof_waits}
          />
        </span>
        <p className="text-sm">{formatMoment(order.created_at, language, zone)}</p>
      </div>
      <ul className="mt-4 flex gap-2 empty:hidden">
        {order.pictures.slice(0, 4).map((picture) => (
          <li
            key={picture.design?.line ?? picture.url}
            className="size-20 border border-rule bg-card"
          >
            <OrderPicture picture={picture} sizes="80px" />
          </li>
        ))}
      </ul>
      <dl className="mt-4">
        <ReceiptLine label={contentsOf(order)} strong>
          {formatRupiah(order.total)}
        </ReceiptLine>
      </dl>
      <ButtonLink className="mt-4" icon="arrow-right" to={to(`/dashboard/orders/${order.id}`)}>
        {dashboard.open}
      </ButtonLink>
    </Receipt>
  );
}

/** What an order is of: so many goods, or what a changed design costs more, which has none. */
function useContents() {
  const { dashboard } = useAccountWords();
  const supplement = useSupplementWords();
  return ({ supplement_of, pieces }: OrderSummary) =>
    supplement_of
      ? `${supplement.one} ${supplement.forOrder(supplement_of.number)}`
      : dashboard.pieces(pieces);
}

function EarlierOrders({ orders }: { orders: readonly OrderSummary[] }) {
  const { dashboard } = useAccountWords();
  const supplement = useSupplementWords();
  const to = useLocalPath();
  const language = useLanguage();
  const zone = useShopZone();
  if (orders.length === 0) return null;
  return (
    <section>
      <div className="flex items-baseline justify-between gap-4 border-b border-ink pb-2">
        <h2 className="text-xl">{dashboard.orders}</h2>
        <Link className="link flex min-h-11 items-center text-sm" to={to("/dashboard/orders")}>
          {dashboard.allOrders}
        </Link>
      </div>
      <ul className="divide-y divide-rule">
        {orders.map((order) => (
          <li key={order.id}>
            <Link
              to={to(`/dashboard/orders/${order.id}`)}
              className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-3 hover:text-carbon md:grid-cols-[auto_1fr_auto_auto]"
            >
              <span className="figures text-sm">{order.number}</span>
              <span className="text-sm text-muted max-md:order-2">
                {formatMoment(order.created_at, language, zone)}
                {order.supplement_of ? ` · ${supplement.one}` : null}
              </span>
              <span className="max-md:order-3 max-md:justify-self-end">
                <OrderStage
                  stage={order.stage}
                  isPickup={order.is_pickup}
                  asksProof={order.proof_waits}
                />
              </span>
              <span className="money text-right text-sm max-md:order-1">
                {formatRupiah(order.total)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
