import type { ExplainedMethod } from "#shop/orders/cart/explain-delivery.server.ts";

/** Whether a buyer would see something else, or a different reason keeps the method away. */
export function isDifferent(
  before: ExplainedMethod | undefined,
  after: ExplainedMethod | undefined,
): boolean {
  const seen = (method: ExplainedMethod | undefined) =>
    JSON.stringify([method?.offer ?? null, method?.why ?? null, method?.name ?? null]);
  return seen(before) !== seen(after);
}
