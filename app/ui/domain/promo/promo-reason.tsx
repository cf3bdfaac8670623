import { usePromoProblem } from "#app/ui/domain/promo-problem.ts";
import type { CartProblem } from "#shop/orders/cart/cart.ts";

/** Why a code has no effect, and what would make it work. */
export default function PromoReason({
  problem,
  methods,
}: {
  problem: CartProblem;
  methods?: Parameters<typeof usePromoProblem>[0];
}) {
  return usePromoProblem(methods)(problem);
}
