import { Suspense, useContext, useState } from "react";
import { useInBrowser } from "#app/browser/browser-facts.ts";
import { countPieces, useCart } from "#app/browser/cart/cart-store.ts";
import { useCartQuote } from "#app/browser/cart/quote.ts";
import { lazyPart } from "#app/browser/lazy-part.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { pageMeta } from "#app/page-meta.ts";
import { NonceContext } from "#app/request-facts.tsx";
import { cartWords, useCartWords } from "#app/storefront/cart/messages/cart.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { CartLine } from "#shop/orders/cart/cart.ts";
import { RecentlyViewedShelf } from "../recently-viewed-shelf.tsx";
import type { Route } from "./+types/cart";
import { CartLines, type RemovedLine } from "./cart-lines.tsx";
import { CartSkeleton } from "./cart-skeleton.tsx";
import { CartSummary } from "./cart-summary.tsx";
import { RemovedNotice } from "./removed-notice.tsx";

// Only an empty cart shows them.
const BestSellers = lazyPart(() => import("./best-sellers.tsx"));

export const meta: Route.MetaFunction = (args) => {
  const cart = cartWords(languageOf(args.location.pathname));
  return pageMeta(args, { title: cart.title, description: cart.description, hidden: true });
};

export const handle = { lateScripts: true };

/** The cart is stored on the device: the server sends the same empty page to every visitor. */
export default function Cart() {
  return (
    // The cart's content changes the height: the footer may move only outside the first screen.
    <div className="min-h-svh">
      <CartContent />
    </div>
  );
}

function CartContent() {
  const cart = useCartWords();
  const words = useWords();
  const to = useLocalPath();
  const inBrowser = useInBrowser();
  const lines = useCart((state) => state.lines);
  const { quote, state, isCurrent, retry } = useCartQuote(inBrowser);
  const [removed, setRemoved] = useState<RemovedLine | null>(null);

  if (!inBrowser) return <BeforeScripts />;
  const undo = removed ? <RemovedNotice removed={removed} onDone={() => setRemoved(null)} /> : null;

  if (lines.length === 0) {
    return (
      <>
        <div className="page grid gap-4 pt-8 md:pt-12">
          {undo}
          <EmptyCart />
        </div>
        <Suspense>
          <BestSellers />
        </Suspense>
        <RecentlyViewedShelf title={cart.recent} />
      </>
    );
  }
  const blocked = blockedLines(lines, quote);
  if (!quote && state === "loading") return <CartSkeleton />;

  return (
    <>
      <div className="page pt-6 md:pt-10">
        <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4">
          <h1 className="text-2xl md:text-3xl">{cart.title}</h1>
          <p className="text-sm font-semibold text-muted tabular-nums" aria-live="polite">
            {cart.number(countPieces(lines))}
          </p>
        </div>
        <div className="grid gap-4 pb-4 empty:hidden">
          {undo}
          {state === "offline" ? <Notice tone="warning">{cart.offline}</Notice> : null}
          {state === "error" ? (
            <Notice
              tone="error"
              action={
                <Button look="quiet" onClick={retry}>
                  {words.retry}
                </Button>
              }
            >
              {cart.error}
            </Notice>
          ) : null}
        </div>
        {quote && blocked.length === 0 ? (
          <div
            data-buy-bar
            className="fixed inset-x-0 bottom-0 z-30 flex items-center justify-between gap-4 border-t border-ink bg-card px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:hidden short:hidden"
          >
            <p>
              <span className="block text-sm text-muted">{cart.totalWithout}</span>
              <b className="money">{formatRupiah(quote.subtotal - quote.discount)}</b>
            </p>
            <ButtonLink to={to("/Checkout")} icon="arrow-right">
              {cart.toCheckout}
            </ButtonLink>
          </div>
        ) : null}
        {quote ? (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10">
            <CartLines lines={lines} quote={quote} isCurrent={isCurrent} onRemoved={setRemoved} />
            <CartSummary quote={quote} isCurrent={isCurrent} blocked={blocked.length > 0} />
          </div>
        ) : null}
      </div>
      <RecentlyViewedShelf
        title={cart.recent}
        except={quote?.lines.map(({ product_slug }) => product_slug)}
      />
    </>
  );
}

/** The shared page has both states: an empty cart says so at once, a full one shows its placeholder. */
function BeforeScripts() {
  const nonce = useContext(NonceContext);
  const cart = useCartWords();
  return (
    <>
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours that must run before paint
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? setFilled : "" }}
      />
      <noscript>
        <div className="page pt-8">
          <Notice tone="warning">{cart.needsScript}</Notice>
        </div>
      </noscript>
      <div data-cart="empty" className="page grid gap-4 pt-8 md:pt-12">
        <EmptyCart />
      </div>
      <div data-cart="filled">
        <CartSkeleton />
      </div>
    </>
  );
}

/** Looks into what `useCart` has stored. */
const setFilled = `(function(){var n=0;try{n=JSON.parse(localStorage.getItem("cart")).state.lines.length}catch(e){}document.documentElement.dataset.cart=n>0?"filled":"empty"})()`;

function EmptyCart() {
  const cart = useCartWords();
  const to = useLocalPath();
  return (
    <EmptyState
      level="h1"
      title={cart.empty.title}
      action={<ButtonLink to={to("/Shop")}>{cart.emptyAction}</ButtonLink>}
    >
      <p>{cart.empty.text}</p>
    </EmptyState>
  );
}

/** Lines that must be put right before the cart can be bought. */
function blockedLines(
  lines: readonly CartLine[],
  quote: ReturnType<typeof useCartQuote>["quote"],
): readonly CartLine[] {
  const asked = new Set(quote?.problems.map(({ line }) => line));
  return lines.filter((_, index) => asked.has(index));
}
