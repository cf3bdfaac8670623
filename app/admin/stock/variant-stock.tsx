import { data } from "react-router";
import { ListTable } from "#app/admin/kit/list/list-table.tsx";
import { PermittedLink } from "#app/admin/kit/permitted-link.tsx";
import { stockWords, useStockWords } from "#app/admin/messages/stock.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { findCost } from "#shop/catalogue/stock/costs.server.ts";
import { findVariantStock, type VariantStock } from "#shop/catalogue/stock/read-stock.server.ts";
import { adjustmentReasons, type StockMovement } from "#shop/catalogue/stock/stock-ledger.ts";
import { may } from "#shop/kernel/access.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { waitingAbout } from "#shop/staff/approvals/list-approvals.server.ts";
import { WaitingApprovals } from "../approvals/waiting-approvals.tsx";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/variant-stock";
import { answerStock } from "./stock-action.server.ts";
import { StockForms } from "./stock-forms.tsx";

export const meta: Route.MetaFunction = (source) => {
  const found = source.loaderData as { stock?: VariantStock } | undefined;
  const words = stockWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.title(found?.stock?.sku ?? ""), hidden: true });
};

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "stock.read");
  const typed = url.searchParams.get("before") ?? "";
  const before = /^\d{1,15}$/.test(typed) ? Number(typed) : null;
  const found = await findVariantStock(staff, params.id, before, languageOf(url.pathname));
  if (!found) throw data(null, { status: 404 });
  return {
    ...found,
    key: crypto.randomUUID(),
    cost: await findCost(staff, params.id),
    waiting: await waitingAbout(staff, params.id),
    mayAdjust: may(staff, "stock.adjust"),
    mayCost: may(staff, "costs.edit"),
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  return answerStock(staffWith(context, "stock.adjust"), params.id, await readForm(request));
}

const figures = ["on_hand", "allocated", "held", "safety", "available"] as const;

/** Why a variant has as many pieces as it has. */
export default function AdminVariantStock({ loaderData }: Route.ComponentProps) {
  const { stock, movements, older, mayAdjust, mayCost, cost, key, waiting } = loaderData;
  const words = useStockWords();
  const to = useLocalPath();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PermittedLink
        permission="products.read"
        isAction
        to={to(`/admin/Products/${stock.product_id}`)}
        className="link justify-self-start"
      >
        {words.back}
      </PermittedLink>
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl wrap-anywhere">
          {stock.product}
        </h1>
        <p className="text-muted wrap-anywhere">
          {stock.options ? `${stock.options} · ` : ""}
          <span className="figures">{stock.sku}</span>
        </p>
      </header>
      <dl className="grid grid-cols-2 border-t border-l border-rule sm:grid-cols-5">
        {figures.map((name) => (
          <div key={name} className="grid content-start gap-0.5 border-r border-b border-rule p-3">
            <dt className="printed">{words.figures[name]}</dt>
            <dd className="figures text-2xl">{stock[name]}</dd>
            <dd className="text-muted">{words.figuresHint[name]}</dd>
          </div>
        ))}
      </dl>
      {cost === null ? null : (
        <p className="figures text-muted">
          {words.value(formatRupiah(cost), formatRupiah(cost * stock.on_hand))}
        </p>
      )}
      <WaitingApprovals approvals={waiting} />
      {mayAdjust ? (
        <StockForms key={stock.variant_id} stock={stock} submissionKey={key} mayCost={mayCost} />
      ) : null}
      <section className="grid gap-3">
        <h2 className="text-lg">{words.ledger}</h2>
        {movements.length === 0 ? <p className="text-muted">{words.empty}</p> : null}
        {movements.length > 0 ? <Ledger movements={movements} /> : null}
        {older === null ? null : (
          <ButtonLink to={`?before=${older}`} look="quiet" className="justify-self-start">
            {words.older}
          </ButtonLink>
        )}
      </section>
    </div>
  );
}

function Ledger({ movements }: { movements: readonly StockMovement[] }) {
  const words = useStockWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const cell = "px-3 py-2 align-top @max-4xl:p-0";
  return (
    <ListTable
      heads={[
        { label: words.heads.time },
        { label: words.heads.what },
        { label: words.heads.change, isNumber: true },
        { label: words.heads.onHand, isNumber: true },
        { label: words.heads.who },
      ]}
    >
      {movements.map(({ id, at, kind, quantity, reason, note, order, actor, on_hand }) => (
        <tr
          key={id}
          className="border-b border-rule @max-4xl:grid @max-4xl:gap-1 @max-4xl:border @max-4xl:p-3"
        >
          <td className={`${cell} text-muted @4xl:whitespace-nowrap`}>
            {formatMoment(at, language, zone)}
          </td>
          <td className={cell}>
            {words.kinds[kind]}
            {reason ? ` · ${reasonIn(words, reason)}` : ""}
            {order ? (
              <>
                {" · "}
                <PermittedLink
                  permission="orders.read"
                  to={to(`/admin/Orders/${order.id}`)}
                  className="link"
                >
                  {words.order(order.number ?? "")}
                </PermittedLink>
              </>
            ) : null}
            {note ? <span className="block text-muted wrap-anywhere">{note}</span> : null}
          </td>
          <td className={`${cell} figures @4xl:text-right`}>{changeOf(kind, quantity)}</td>
          <td className={`${cell} figures @4xl:text-right`}>
            <span className="text-muted @4xl:hidden">{words.heads.onHand} </span>
            {on_hand}
          </td>
          <td className={`${cell} text-muted`}>{actor || words.system}</td>
        </tr>
      ))}
    </ListTable>
  );
}

/** The change of the pieces on hand with its sign; of a promise, the promised pieces in brackets. */
function changeOf(kind: StockMovement["kind"], quantity: number): string {
  if (kind === "allocated" || kind === "released") return `(${quantity})`;
  const change = kind === "shipped" ? -quantity : quantity;
  return change > 0 ? `+${change}` : `−${-change}`;
}

function reasonIn(words: ReturnType<typeof useStockWords>, reason: string): string {
  const known = adjustmentReasons.find((name) => name === reason);
  if (known) return words.reasons[known];
  if (reason === "print_canceled") return words.printCanceled;
  return reason === "not_restocked" ? words.notRestocked : reason;
}
