import { useEffect, useState } from "react";
import { useDeliveryRegion } from "#app/browser/cart/delivery-region.ts";
import { useLocalPath } from "#app/language.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { useShopWords } from "#app/storefront/messages/storefront.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { ShippingOption } from "#shop/settings/shipping/shipping.ts";
import { ChosenRegionPicker } from "../chosen-region.tsx";
import type DeliveryLines from "../delivery-lines.tsx";

interface DeliveryEstimateProps {
  variantId: string;
  quantity: number;
  /** The pieces will have a design. */
  isPrinted: boolean;
}

/** Delivery cost and date of one variant, without a cart. */
export function DeliveryEstimate({ variantId, quantity, isPrinted }: DeliveryEstimateProps) {
  const { delivery } = useShopWords();
  const { retry } = useWords();
  const region = useDeliveryRegion();
  const estimate = useEstimate(variantId, quantity, isPrinted, region?.code);

  return (
    <section aria-label={delivery.title} className="grid gap-3 border-t border-rule pt-4">
      <h2 className="font-sans text-sm font-semibold tracking-normal">{delivery.title}</h2>
      <ChosenRegionPicker region={region} />
      <div role="status">
        {region ? (
          estimate.state === "failed" ? (
            <p className="text-sm text-stamp">
              {delivery.failed}{" "}
              <button type="button" className="link" onClick={estimate.retry}>
                {retry}
              </button>
            </p>
          ) : estimate.answer === null ? (
            <div className="grid gap-2 py-1">
              <Skeleton className="h-10" />
              <Skeleton className="h-10" />
            </div>
          ) : estimate.answer.options.length === 0 ? (
            <p className="text-sm">{delivery.notDeliverable}</p>
          ) : (
            <>
              <estimate.answer.Lines options={estimate.answer.options} />
              <p className="mt-1 text-xs text-muted">{delivery.note}</p>
            </>
          )
        ) : null}
      </div>
    </section>
  );
}

interface Answer {
  readonly options: readonly ShippingOption[];
  /** How they are shown: fetched with them, since most visitors never ask. */
  readonly Lines: typeof DeliveryLines;
}

function useEstimate(
  variantId: string,
  quantity: number,
  isPrinted: boolean,
  regionCode: string | undefined,
) {
  const to = useLocalPath();
  const address = to("/api/delivery-estimate");
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [state, setState] = useState<"asking" | "known" | "failed">("asking");
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry asks the same again
  useEffect(() => {
    if (!regionCode) return;
    const abort = new AbortController();
    setState("asking");
    const query = new URLSearchParams({
      variant_id: variantId,
      quantity: String(quantity),
      region_code: regionCode,
      ...(isPrinted ? { is_printed: "1" } : {}),
    });
    Promise.all([
      fetch(`${address}?${query}`, { signal: abort.signal }),
      import("../delivery-lines.tsx"),
    ])
      .then(async ([response, { default: Lines }]) => {
        if (!response.ok) throw new Error(`estimate answered ${response.status}`);
        setAnswer({ options: await response.json(), Lines });
        setState("known");
      })
      .catch(() => {
        if (!abort.signal.aborted) setState("failed");
      });
    return () => abort.abort();
  }, [address, variantId, quantity, isPrinted, regionCode, tries]);

  return { answer, state, retry: () => setTries((count) => count + 1) };
}
