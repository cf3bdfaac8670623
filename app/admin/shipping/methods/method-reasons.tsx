import { grouped } from "#app/admin/shipping/figures.ts";
import { useShippingTestWords } from "#app/admin/shipping/messages/shipping-test.ts";
import { Icon } from "#app/ui/icon.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { ExplainedMethod } from "#shop/orders/cart/explain-delivery.server.ts";

/** Why a method is offered or not: zone, weight, each condition, price. */
export function MethodReasons({ method }: { method: ExplainedMethod }) {
  const words = useShippingTestWords();
  const { rate } = method;
  if (!rate) return null;
  const { weight, live, price } = rate;
  const place =
    rate.place === ""
      ? words.rest
      : rate.place.includes("-")
        ? words.postcodes(rate.place.replace("-", "–"))
        : rate.place_name;
  // A condition without a limit tells nothing.
  const conditions = rate.conditions.filter(
    ({ kind, limit, is_met }) => !is_met || (limit !== null && limit > 0) || kind === "classes",
  );
  return (
    <div className="grid gap-x-8 gap-y-2 @4xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <dl className="grid content-start gap-1 *:grid *:grid-cols-[7rem_minmax(0,1fr)] *:gap-x-3">
        <div>
          <dt className="text-muted">{words.zone}</dt>
          <dd>
            {rate.zone} <span className="text-muted">{words.by(place)}</span>
          </dd>
        </div>
        <div>
          <dt className="text-muted">{words.charged}</dt>
          <dd>
            {words.chargedSum(
              grouped(weight.actual_grams),
              grouped(weight.volumetric_grams),
              grouped(weight.step_grams),
              grouped(weight.charged_grams),
            )}
          </dd>
        </div>
        {price ? (
          <div>
            <dt className="text-muted">{words.price}</dt>
            <dd>
              {price.subsidy > 0
                ? words.subsidy(formatRupiah(price.full), formatRupiah(price.subsidy))
                : formatRupiah(price.full)}
              {live ? (
                <span className="block text-muted">{words.live[live.outcome](live.ms)}</span>
              ) : null}
            </dd>
          </div>
        ) : null}
      </dl>
      <ul className="grid content-start gap-1">
        {conditions.map(({ kind, limit, is_met }) => {
          const amount = kind.endsWith("subtotal") ? formatRupiah(limit ?? 0) : grouped(limit ?? 0);
          return (
            <li key={kind} className={`flex gap-2 ${is_met ? "" : "text-stamp"}`}>
              <Icon name={is_met ? "check" : "x"} className="mt-0.5 size-4" />
              <span>
                {words.conditions[kind](amount)}
                <span className="sr-only">: {is_met ? words.met : words.notMet}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
