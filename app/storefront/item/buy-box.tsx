import { lazy, Suspense, useCallback, useState } from "react";
import { useNavigate } from "react-router";
import { useCart } from "#app/browser/cart/cart-store.ts";
import { lazyPart } from "#app/browser/lazy-part.ts";
import { useLocalPath } from "#app/language.ts";
import { useMerchant } from "#app/merchant.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { useItemWords } from "#app/storefront/item/messages/item.ts";
import { useShopWords } from "#app/storefront/messages/storefront.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Price } from "#app/ui/domain/price.tsx";
import { StockBand } from "#app/ui/domain/stock-band.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Stamp } from "#app/ui/stamp.tsx";
import { Stepper } from "#app/ui/stepper.tsx";
import type { Picture, ProductDetail } from "#shop/catalogue/catalogue.ts";
import { printedPrice } from "#shop/catalogue/printed-price.ts";
import { whatsappAddress } from "#shop/settings/merchant/merchant.ts";
import type { AddedLine } from "./added-drawer.tsx";
import type { VariantChoice } from "./chosen-variant.ts";
import { DeliveryEstimate } from "./delivery-estimate.tsx";
import { PieceLimits } from "./piece-limits.tsx";
import type { StockAlert } from "./stock-alert.tsx";
import type { KeepDesign } from "./use-personalising.ts";
import { VariantPicker } from "./variant-picker.tsx";

// Comes with the first press.
const AddedDrawer = lazyPart(() => import("./added-drawer.tsx"));
// Only goods that are printed to order load it.
const PersonaliseForm = lazy(() => import("./personalise-form.tsx"));

function formToCome() {
  let load: (keep: KeepDesign) => void = () => undefined;
  const loaded = new Promise<KeepDesign>((resolve) => {
    load = resolve;
  });
  return { loaded, load };
}

interface BuyBoxProps {
  product: ProductDetail;
  choice: VariantChoice;
  /** Of the captcha service, where the shop uses one. */
  siteKey: string | undefined;
  /** What is bought with the design that is being made. */
  illustration: Picture | undefined;
  onIllustrated: (picture: Picture | undefined) => void;
  /** Nothing can be bought or asked for. */
  isPreview: boolean;
}

/** Everything that is decided before buying, as a receipt that is being filled in. */
export function BuyBox(props: BuyBoxProps) {
  const { product, choice, siteKey, illustration, onIllustrated, isPreview } = props;
  const item = useItemWords();
  const shared = useWords();
  const { card } = useShopWords();
  const merchant = useMerchant();
  const to = useLocalPath();
  const add = useCart((cart) => cart.add);
  const [chosen, setQuantity] = useState<number | null>(null);
  const [added, setAdded] = useState<AddedLine | null>(null);
  const { variant } = choice;
  const { min_pieces, max_pieces } = variant;
  // Several designs of one variant reach its minimum together, so fewer pieces of one design can be chosen.
  const quantity = Math.min(chosen ?? min_pieces, max_pieces ?? Number.POSITIVE_INFINITY);
  const soldOut = variant.stock_band === "out";
  const isAllGone = product.variants.every(({ stock_band }) => stock_band === "out");

  const options = product.options
    .map(({ code, values }) => values.find((value) => value.code === variant.options[code])?.label)
    .filter(Boolean)
    .join(", ");
  const [Alert, setAlert] = useState<typeof StockAlert>();
  const requestAlert = () =>
    void import("./stock-alert.tsx").then(
      (module) => setAlert(() => module.StockAlert),
      console.warn,
    );

  const takesDesigns = product.templates.length > 0;
  const [isPlain, setPlain] = useState(takesDesigns && product.print === null);
  const isPersonal = takesDesigns && !isPlain;
  const [[unit, setup], setDesignPrice] = useState([0, 0]);
  const [missing, setMissing] = useState<string | null>(null);
  const isPriced = isPersonal && unit + setup > 0;
  // Before a design exists, the cheapest print determines the price.
  const lowest = printedPrice(variant.price, product.print);
  const total = isPriced ? (variant.price + unit) * quantity + setup : lowest * quantity;
  // Each mount of the form needs a new promise.
  const [form, setForm] = useState(formToCome);
  const setPrice = useCallback((each: number, once: number) => setDesignPrice([each, once]), []);
  const navigate = useNavigate();
  const addLine = async () => {
    // A press may come before the form.
    const design_id = isPersonal ? await (await form.loaded).current() : undefined;
    if (isPersonal && design_id === null) return undefined;
    const line = { variant_id: variant.id, quantity, ...(design_id ? { design_id } : {}) };
    add(line);
    return line;
  };
  const buyNow = async () => {
    if (await addLine()) navigate(to("/Checkout"));
  };
  const addToCart = async () => {
    const line = await addLine();
    if (!line) return;
    setAdded({
      designId: line.design_id,
      name: product.name,
      options,
      quantity,
      total,
      picture: illustration ?? product.pictures[variant.pictures[0] ?? 0],
    });
  };
  const buttons = (isBar: boolean) =>
    soldOut ? (
      <Button className="grow" icon="mail" look="quiet" disabled={isPreview} onClick={requestAlert}>
        {item.notifyMe}
      </Button>
    ) : (
      <>
        <Button
          className="grow max-md:px-2"
          look="quiet"
          aria-label={item.buyNow}
          data-sends=""
          disabled={isPreview}
          onClick={buyNow}
        >
          {isBar ? (
            <>
              <span className="max-[24rem]:hidden">{item.buyNow}</span>
              <span className="min-[24rem]:hidden">{item.buyShort}</span>
            </>
          ) : (
            item.buyNow
          )}
        </Button>
        <Button
          className="grow max-md:px-2"
          aria-label={item.add}
          data-sends=""
          disabled={isPreview}
          onClick={addToCart}
        >
          {isBar ? item.addShort : item.add}
        </Button>
      </>
    );

  return (
    <>
      <div className="sheet sheet-top">
        <div className="grid gap-5 px-5 pt-6 pb-6 md:px-7">
          <div className="grid gap-5">
            <div>
              <h1 className="text-2xl md:text-[2rem]">{product.name}</h1>
              <p className="mt-2 text-muted">{product.summary}</p>
              {product.sold ? (
                <p className="mt-2 text-sm font-semibold">{card.sold(product.sold)}</p>
              ) : null}
            </div>
            <div className="flex flex-wrap items-center justify-between gap-3 border-y border-rule py-3">
              <Price
                amount={isPriced ? variant.price + unit + setup : lowest}
                was={
                  variant.was_price &&
                  (isPriced
                    ? variant.was_price + unit + setup
                    : printedPrice(variant.was_price, product.print))
                }
                from={product.print !== null && !isPriced}
                isPrinted={product.print !== null || isPriced}
                className="text-xl font-semibold"
              />
              <span role="status">
                {soldOut ? (
                  <Stamp className="text-base">{shared.soldOut}</Stamp>
                ) : (
                  <StockBand band={variant.stock_band} />
                )}
              </span>
            </div>
            <VariantPicker options={product.options} choice={choice} />
          </div>
          {takesDesigns && product.print === null && !soldOut ? (
            <fieldset className="grid">
              <legend className="text-sm font-semibold">{item.print}</legend>
              {[true, false].map((isWithout) => (
                <Checkbox
                  key={String(isWithout)}
                  type="radio"
                  name="print"
                  checked={isPlain === isWithout}
                  onChange={() => {
                    setPlain(isWithout);
                    setForm(formToCome());
                    setPrice(0, 0);
                    onIllustrated(undefined);
                  }}
                  label={isWithout ? item.plain : item.printed}
                />
              ))}
            </fieldset>
          ) : null}
          {isPersonal && !soldOut && !isPreview ? (
            <Suspense>
              <PersonaliseForm
                slug={product.slug}
                templates={product.templates}
                isRequired={product.print !== null}
                variantId={variant.id}
                onLoaded={form.load}
                quantity={quantity}
                onPriced={setPrice}
                onIllustrated={onIllustrated}
                onMissing={setMissing}
              />
            </Suspense>
          ) : null}
          {soldOut ? <Notice>{isAllGone ? item.allGoneText : item.soldOutText}</Notice> : null}
          <div className={`flex flex-wrap gap-3 ${soldOut ? "max-md:hidden" : ""}`}>
            {soldOut ? null : (
              <Stepper
                value={quantity}
                onChange={setQuantity}
                max={max_pieces ?? undefined}
                label={item.quantity}
              />
            )}
            <div className="hidden grow gap-3 md:flex">{buttons(false)}</div>
            <Missing text={missing} className="w-full max-md:hidden" />
          </div>
          {soldOut ? null : <PieceLimits min={min_pieces} max={max_pieces} />}
          <noscript>{item.needsScript}</noscript>
          <p className="text-sm text-muted">
            {isPersonal ? item.returnsPersonal : item.returns}{" "}
            <Link className="link" to={to("/ShippingAndReturns")}>
              {item.returnsLink}
            </Link>
          </p>
          {isPreview ? null : (
            <DeliveryEstimate variantId={variant.id} quantity={quantity} isPrinted={isPersonal} />
          )}
          <p className="flex justify-between gap-4 text-xs text-muted">
            <span>{item.sku}</span>
            <span className="figures text-muted">{variant.sku}</span>
          </p>
          {merchant.whatsapp ? (
            <a
              className="link flex min-h-11 items-center gap-2 text-sm"
              href={whatsappAddress(merchant, item.askText(product.name, variant.sku))}
            >
              <Icon name="message-circle" className="size-4" />
              {item.ask}
            </a>
          ) : null}
        </div>
      </div>
      <div
        data-buy-bar
        className="fixed inset-x-0 bottom-0 z-30 flex flex-wrap items-center gap-2 border-t border-ink bg-card px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:hidden"
      >
        <Missing text={missing} className="w-full" />
        <Price amount={total} className="font-semibold" />
        {buttons(true)}
      </div>
      {Alert ? (
        <Alert
          variantId={variant.id}
          product={options ? `${product.name} (${options})` : product.name}
          siteKey={siteKey}
          onClose={() => setAlert(undefined)}
        />
      ) : null}
      {added ? (
        <Suspense>
          <AddedDrawer line={added} onClose={() => setAdded(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** What has to be filled in before anything is bought, at the buttons. */
function Missing({ text, className }: { text: string | null; className: string }) {
  return (
    <p role="status" className={`text-sm font-semibold text-stamp empty:hidden ${className}`}>
      {text}
    </p>
  );
}
