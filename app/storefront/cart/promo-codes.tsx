import { Suspense, useState } from "react";
import { useCart } from "#app/browser/cart-store.ts";
import { lazyPart } from "#app/browser/lazy-part.ts";
import { useCartWords } from "#app/messages/storefront/cart.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Quote } from "#shop/cart/cart.ts";
import { useExtras } from "./use-extras.ts";

// Both come when they are opened.
const PromoForm = lazyPart(() => import("./promo-form.tsx"));
const ShownPromotions = lazyPart(() => import("./shown-promotions.tsx"));

/** Behind a link, so that those without a code are not sent looking for one. */
export function PromoCodes({ quote, isCurrent }: { quote: Quote | null; isCurrent: boolean }) {
  const { promo } = useCartWords();
  const { promo_codes, addCode, removeCode } = useCart();
  const [open, setOpen] = useState(false);
  const [isListed, setIsListed] = useState(false);
  const isProblem = (code: string) =>
    quote?.problems.some(({ promo_code }) => promo_code === code) ?? false;
  const extras = useExtras(promo_codes.some(isProblem));

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
              {problem && extras ? <extras.PromoReason problem={problem} /> : null}
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
