import { use } from "react";
import { KeptMarkupContext } from "#app/kept-markup.ts";
import { LanguageContext, useLanguage } from "#app/language.ts";
import { preloadPicture } from "#app/ui/picture.tsx";
import type { ProductCard as Card } from "#shop/catalogue/catalogue.ts";
import { cardPicture, ProductCard } from "./product-card.tsx";

interface ProductGridProps {
  products: readonly Card[];
  /** How many pictures are in sight at once when the page opens. */
  eager?: number;
  columns?: string;
}

/**
 * Products as cells of a ledger: one rule between them, none doubled. A card is the same on every list, so the
 * server renders it once for as long as the product stays as it is; cards are half the work of a page.
 */
export function ProductGrid({
  products,
  eager = 0,
  columns = "grid-cols-2 md:grid-cols-3 lg:grid-cols-4",
}: ProductGridProps) {
  const language = useLanguage();
  const keepMarkup = use(KeptMarkupContext);
  const className = `grid gap-px p-px ${columns}`;
  for (const { pictures } of products.slice(0, eager)) {
    if (pictures[0]) preloadPicture(pictures[0], cardPicture);
  }
  if (keepMarkup) {
    const cells = products.map((product, index) => {
      const isEager = index < eager;
      return keepMarkup(
        product,
        `${language} ${isEager}`,
        <LanguageContext value={language}>
          <Cell product={product} eager={isEager} />
        </LanguageContext>,
      );
    });
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React made this markup
    return <ul className={className} dangerouslySetInnerHTML={{ __html: cells.join("") }} />;
  }
  return (
    <ul className={className}>
      {products.map((product, index) => (
        <Cell key={product.id} product={product} eager={index < eager} />
      ))}
    </ul>
  );
}

function Cell({ product, eager }: { product: Card; eager: boolean }) {
  return (
    <li className="bg-card outline-1 outline-rule">
      <ProductCard product={product} eager={eager} />
    </li>
  );
}
