import { useEffect, useState } from "react";
import { useCart } from "#app/browser/cart/cart-store.ts";
import { useLocalPath } from "#app/language.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { useShopWords } from "#app/storefront/messages/storefront.ts";
import { Picture, type PictureUse } from "#app/ui/domain/picture.tsx";
import { Price } from "#app/ui/domain/price.tsx";
import { StockBand } from "#app/ui/domain/stock-band.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { Stamp } from "#app/ui/stamp.tsx";
import type { ProductCard as Card } from "#shop/catalogue/catalogue.ts";

const cardPicture: PictureUse = {
  sizes: "(width >= 80rem) 18rem, (width >= 64rem) 25vw, (width >= 48rem) 33vw, 50vw",
  widest: 640,
};

/** How long a card shows that its product was added, in milliseconds. */
const addedMs = 2_000;

interface ProductCardProps {
  product: Card;
  eager?: boolean;
  /** A query that is appended to the product's address. */
  opening?: string;
}

export function ProductCard({ product, eager, opening = "" }: ProductCardProps) {
  const words = useShopWords();
  const shared = useWords();
  const to = useLocalPath();
  const [front, scene] = product.pictures;
  const address = to(`/item/${product.slug}`) + opening;
  const soldOut = product.stock_band === "out";
  // A second picture is loaded on hover only.
  const [isHovered, setIsHovered] = useState(false);

  return (
    <article
      className="group card"
      onPointerEnter={({ pointerType }) => {
        if (pointerType === "mouse") setIsHovered(true);
      }}
    >
      <div className="card-picture">
        {front ? (
          <Picture
            picture={front}
            {...cardPicture}
            eager={eager}
            alt=""
            className={soldOut ? "opacity-60 saturate-50" : ""}
          />
        ) : (
          <div className="aspect-square bg-paper" />
        )}
        {scene && isHovered && !soldOut ? (
          <div className="absolute inset-0 opacity-0 transition-opacity duration-200 group-hover:opacity-100">
            <Picture picture={scene} {...cardPicture} alt="" eager />
          </div>
        ) : null}
        {soldOut ? (
          <Stamp className="absolute top-1/2 left-1/2 -translate-1/2 bg-card/85 text-2xl">
            {shared.soldOut}
          </Stamp>
        ) : null}
      </div>
      <div className="card-body">
        <h3 className="card-name">
          <Link to={address} className="card-link">
            {product.name}
          </Link>
        </h3>
        <Price
          amount={product.price_from}
          was={product.was_price}
          from={product.print_required || product.price_to > product.price_from}
          isPrinted={product.print_required}
          className="card-price"
        />
        <div className="card-facts">
          <Colours colours={product.colours} />
          {product.sold ? (
            <span className="text-xs text-muted">{words.card.sold(product.sold)}</span>
          ) : null}
          {product.stock_band === "low" ? <StockBand band="low" /> : null}
          {product.personalisable ? (
            <span className="flex items-center gap-1 text-xs text-muted">
              <Icon name="pen-line" className="size-3.5" />
              {words.card.personalisable}
            </span>
          ) : null}
        </div>
      </div>
      {product.only_variant_id && !soldOut ? (
        <QuickAdd variantId={product.only_variant_id} name={product.name} />
      ) : null}
    </article>
  );
}

const maxColours = 5;

function Colours({ colours }: { colours: readonly string[] }) {
  const words = useShopWords();
  if (colours.length < 2) return null;
  return (
    <span className="flex basis-full items-center gap-1">
      <span className="sr-only">{words.card.colours(colours.length)}</span>
      {colours.slice(0, maxColours).map((colour) => (
        <span key={colour} className="swatch" style={{ backgroundColor: colour }} />
      ))}
      {colours.length > maxColours ? (
        <span aria-hidden="true" className="figures text-xs text-muted">
          +{colours.length - maxColours}
        </span>
      ) : null}
    </span>
  );
}

/** A product with one variant is added to the cart directly. */
function QuickAdd({ variantId, name }: { variantId: string; name: string }) {
  const { card } = useShopWords();
  const [isAdded, setIsAdded] = useState(false);
  useEffect(() => {
    if (!isAdded) return;
    const timer = setTimeout(() => setIsAdded(false), addedMs);
    return () => clearTimeout(timer);
  }, [isAdded]);
  return (
    <>
      <button
        type="button"
        aria-label={card.add(name)}
        title={card.add(name)}
        className="card-add"
        onClick={() => {
          useCart.getState().add({ variant_id: variantId, quantity: 1 });
          setIsAdded(true);
        }}
      >
        <Icon name={isAdded ? "check" : "plus"} />
      </button>
      <span role="status" className="sr-only">
        {isAdded ? card.added : ""}
      </span>
    </>
  );
}
