import { useEffect } from "react";
import { useFetcher, useNavigate } from "react-router";
import type { OrderAnswer } from "#app/account/order-action.server.ts";
import { useCart } from "#app/browser/cart/cart-store.ts";
import { useLocalPath } from "#app/language.ts";
import { useBuyingWords, wordsFor } from "#app/messages/shared/buying.ts";
import { Button } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { OrderDetail } from "#shop/orders/order.ts";

/**
 * Adds the lines that are still sold to the cart. The cart page shows price and stock changes. The server makes new versions of
 * designs; plain lines need no request.
 */
export function ReorderButton({ order }: { order: OrderDetail }) {
  const { frame, orders: words } = useBuyingWords();
  const to = useLocalPath();
  const navigate = useNavigate();
  const merge = useCart((cart) => cart.merge);
  const fetcher = useFetcher<OrderAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const reorder = answer?.reorder;
  const hasDesigns = order.lines.some((line) => line.customisation !== null && line.proof !== null);
  const lines = order.lines.flatMap(({ variant_id, quantity }) =>
    variant_id ? [{ variant_id, quantity }] : [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per response
  useEffect(() => {
    if (!reorder) return;
    merge(reorder.lines);
    if (reorder.skipped.length === 0) void navigate(to("/Cart"));
  }, [reorder]);
  if (lines.length === 0) return null;
  return (
    <>
      <Button
        look="quiet"
        icon="shopping-basket"
        busy={fetcher.state !== "idle"}
        onClick={() => {
          if (hasDesigns) {
            void fetcher.submit(
              { intent: "reorder", key: crypto.randomUUID() },
              { method: "post" },
            );
            return;
          }
          merge(lines);
          void navigate(to("/Cart"));
        }}
      >
        {words.reorder}
      </Button>
      {answer?.problem ? (
        <Notice tone="error">{wordsFor(words.failed, answer.problem, "unexpected")}</Notice>
      ) : null}
      {reorder && reorder.skipped.length > 0 ? (
        <Notice
          tone="warning"
          action={
            reorder.lines.length > 0 ? (
              <Link to={to("/Cart")} className="link">
                {frame.cart}
              </Link>
            ) : undefined
          }
        >
          {words.reorderSkipped([...new Set(reorder.skipped)].join(", "))}
          {reorder.lines.length > 0 ? ` ${words.reorderAdded}` : null}
        </Notice>
      ) : null}
    </>
  );
}
