import { Suspense, useState } from "react";
import { useCart } from "#app/browser/cart/cart-store.ts";
import { lazyPart } from "#app/browser/lazy-part.ts";
import { usePromoCodeWords } from "#app/messages/shared/promo-codes.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Quote } from "#shop/orders/cart/cart.ts";

// Loaded when they are opened, or when a code is refused.
const PromoForm = lazyPart(() => import("./promo-form.tsx"));
const PromoReason = lazyPart(() => import("./promo-reason.tsx"));
const ShownPromotions = lazyPart(() => import("./shown-promotions.tsx"));

interface PromoCodesProps {
  quote: Pick<Quote, "problems" | "promos"> | null;
  isCurrent: boolean;
  /** Payment methods of the checkout, to name those that a code requires. */
  methods?: readonly { readonly id: string; readonly name: string }[];
}

/** The codes of the cart. The field for a code is behind a link, so that buyers without one do not look for it elsewhere. */
export function PromoCodes({ quote, isCurrent, methods }: PromoCodesProps) {
  const promo = usePromoCodeWords();
  const { promo_codes, addCode, removeCode } = useCart();
  const [open, setOpen] = useState(false);
  const [isListed, setIsListed] = useState(false);

  return (
    <section className="grid gap-2 border-t border-rule pt-3">
      {promo_codes.map((code) => {
        const problem = quote?.problems.find(({ promo_code }) => promo_code === code);
        const used = quote?.promos.find((candidate) => candidate.code === code);
        return (
          <div key={code} className="flex items-center gap-2 text-sm">
            <Icon
              name={problem ? "circle-alert" : "tag"}
              className={`size-4 shrink-0 ${problem ? "text-stamp" : "text-paid"}`}
            />
            <p role="status" className={`grow ${problem ? "text-stamp" : ""}`}>
              <strong>{code}</strong>{" "}
              {problem ? (
                <Suspense>
                  <PromoReason problem={problem} methods={methods} />
                </Suspense>
              ) : null}
              {!problem && isCurrent ? used?.name : null}
            </p>
            <button
              type="button"
              aria-label={promo.remove(code)}
              onClick={() => removeCode(code)}
              className="grid size-11 shrink-0 place-items-center text-muted hover:text-stamp"
            >
              <Icon name="x" className="size-4" />
            </button>
          </div>
        );
      })}
      {open ? (
        <Suspense>
          <PromoForm
            onCode={(code) => {
              addCode(code);
              setOpen(false);
            }}
          />
        </Suspense>
      ) : (
        <button
          type="button"
          className="link min-h-11 justify-self-start text-sm"
          onClick={() => setOpen(true)}
        >
          {promo.open}
        </button>
      )}
      <button
        type="button"
        className="link min-h-11 justify-self-start text-sm"
        onClick={() => setIsListed(true)}
      >
        {promo.list}
      </button>
      {isListed ? (
        <Suspense>
          <ShownPromotions onClose={() => setIsListed(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}
