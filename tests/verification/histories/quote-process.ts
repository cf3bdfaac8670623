import type { Quote } from "./action.ts";
import { printPrice } from "./printed-goods.ts";
import type { Facts } from "./steps.ts";
import { done, type Next, step } from "./steps.ts";
import { free, maxUnpaidShipments, shipmentsToPay, stockOf, sum, type World } from "./world.ts";

/** The code's discount; `cast.ts` makes its promotion. */
const discount = 10_000;

/**
 * A quote reads the goods, then the code, then the customer's unpaid cash on delivery, without locks: others may come
 * between. It is never refused; problems are returned beside the sums.
 */
export function quote({ customer, lines, code, method }: Quote, facts: Facts): Next {
  const goods = sum(
    lines.map(
      ({ variant, quantity }) =>
        facts.priceOf(variant) * quantity + (facts.isPrinted(variant) ? printPrice(quantity) : 0),
    ),
  );
  return step("goods", (world) => {
    const wrong = lines.flatMap(({ variant, quantity }) => {
      const left = free(stockOf(world, variant));
      if (left <= 0) return ["out_of_stock"];
      return left < quantity ? ["not_enough_stock"] : [];
    });
    return step(`code ${wrong.join()}`, (now) => {
      const refused = code ? whyNot(now, customer) : undefined;
      const off = code && !refused ? Math.min(discount, goods) : 0;
      const said = [...wrong, ...(refused ? [refused] : [])];
      return step(`cash ${said.join()} ${off}`, (last) => {
        const isTooMany =
          method === "cod:cash" && shipmentsToPay(last, customer) >= maxUnpaidShipments;
        return done(reportOf(goods, off, [...said, ...(isTooMany ? ["cod_too_many"] : [])]));
      });
    });
  });
}

function whyNot({ promotion }: World, customer: string): string | undefined {
  if (promotion.used >= promotion.limit) return "promo_limit_reached";
  return (promotion.by[customer] ?? 0) >= promotion.perCustomer ? "promo_already_used" : undefined;
}

/** A quote as text, for comparison. */
export function reportOf(goods: number, off: number, problems: readonly string[]): string {
  return `${goods} - ${off} ${[...problems].sort().join()}`.trim();
}
