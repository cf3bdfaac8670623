import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { usePromotionWords } from "#app/messages/shared/promotions.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { CartProblem } from "#shop/orders/cart/cart.ts";

/**
 * Why a code does not apply, and what is missing, as the end of a sentence that begins with the code.
 * @param methods the known payment methods, for their names
 */
export function usePromoProblem(
  methods: readonly { readonly id: string; readonly name: string }[] = [],
): (problem: CartProblem) => string {
  const { problems } = usePromotionWords();
  const language = useLanguage();
  const zone = useShopZone();
  return (problem) => {
    switch (problem.code) {
      case "promo_min_subtotal":
        return problems.promo_min_subtotal(formatRupiah(problem.missing ?? 0));
      case "promo_min_quantity":
        return problems.promo_min_quantity(problem.missing_pieces ?? 1);
      case "promo_not_combinable":
      case "promo_not_better":
        return problems[problem.code](problem.with ?? "");
      case "promo_not_started":
        return problems.promo_not_started(formatMoment(problem.starts_at ?? "", language, zone));
      case "promo_expired":
        return problems.promo_expired(formatMoment(problem.ends_at ?? "", language, zone));
      case "promo_too_many_tries":
        return problems.promo_too_many_tries(Math.ceil((problem.wait_seconds ?? 600) / 60));
      case "promo_region":
        return problems.promo_region(problem.regions?.join(", ") ?? "");
      case "promo_not_for_you":
        return problem.sign_in ? problems.promo_sign_in : problems.promo_not_for_you;
      case "promo_payment_method": {
        const names = methods
          .filter(({ id }) =>
            problem.methods?.some((asked) => id === asked || id.startsWith(`${asked}:`)),
          )
          .map(({ name }) => name);
        return names.length > 0 ? problems.promo_paid_by(names.join(", ")) : problems[problem.code];
      }
      case "promo_not_found":
      case "promo_inactive":
      case "promo_limit_reached":
      case "promo_budget_spent":
      case "promo_already_used":
      case "promo_no_eligible_items":
      case "promo_first_order_only":
      case "promo_gift_out_of_stock":
        return problems[problem.code];
      default:
        return problems.other;
    }
  };
}
