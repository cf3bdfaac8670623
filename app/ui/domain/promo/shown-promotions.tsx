import { useEffect, useState } from "react";
import { useCart } from "#app/browser/cart/cart-store.ts";
import { useDeliveryRegion } from "#app/browser/cart/delivery-region.ts";
import { useLocalPath } from "#app/language.ts";
import { useShownPromotionWords } from "#app/messages/shared/shown-promotions.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { usePromoProblem } from "#app/ui/domain/promo-problem.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { ShownPromotion } from "#shop/orders/cart/shown-promotions.server.ts";

/** Codes that everybody may use, and what this cart lacks for each. */
export default function ShownPromotions({ onClose }: { onClose: () => void }) {
  const words = useShownPromotionWords();
  const explain = usePromoProblem();
  const { promo_codes, addCode } = useCart();
  const { promotions, state, retry } = usePromotions();
  return (
    <Dialog open onClose={onClose} title={words.title} place="half">
      {state === "failed" ? (
        <Notice
          tone="error"
          action={
            <Button look="quiet" onClick={retry}>
              {words.retry}
            </Button>
          }
        >
          {words.failed}
        </Notice>
      ) : promotions === null ? (
        <div role="status" aria-label={words.loading} className="grid gap-3">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      ) : promotions.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <ul className="divide-y divide-rule border-y border-rule bg-card">
          {promotions.map(({ code, name, discount, problem }) => (
            <li key={code} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <div className="min-w-0 grow basis-48">
                <p className="font-semibold wrap-anywhere">{name}</p>
                <p className="figures text-sm">{code}</p>
                <p className="text-sm text-muted">
                  {problem
                    ? words.missing(explain(problem))
                    : discount
                      ? words.saves(formatRupiah(discount))
                      : words.fits}
                </p>
              </div>
              {problem ? null : promo_codes.includes(code) ? (
                <p className="text-sm font-semibold text-paid">{words.used}</p>
              ) : (
                <Button
                  look="quiet"
                  aria-label={words.withCode(code)}
                  onClick={() => {
                    addCode(code);
                    onClose();
                  }}
                >
                  {words.use}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function usePromotions() {
  const address = useLocalPath()("/api/shown-promotions");
  const lines = useCart((cart) => cart.lines);
  const region = useDeliveryRegion();
  const [promotions, setPromotions] = useState<readonly ShownPromotion[] | null>(null);
  const [state, setState] = useState<"asking" | "failed">("asking");
  const [tries, setTries] = useState(0);
  const asked = JSON.stringify({ lines, ...(region ? { region_code: region.code } : {}) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry asks the same again
  useEffect(() => {
    const abort = new AbortController();
    setState("asking");
    fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: asked,
      signal: abort.signal,
    })
      .then(async (response) => {
        if (!response.ok) throw new Error(`shown promotions answered ${response.status}`);
        setPromotions(await response.json());
      })
      .catch(() => {
        if (!abort.signal.aborted) setState("failed");
      });
    return () => abort.abort();
  }, [address, asked, tries]);
  return { promotions, state, retry: () => setTries((count) => count + 1) };
}
