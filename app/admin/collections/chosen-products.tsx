import { useState } from "react";
import { useCollectionWords } from "#app/admin/collections/messages/collections.ts";
import { ProductSearch } from "#app/admin/kit/product-search.tsx";
import { useLanguage } from "#app/language.ts";
import { IconButton } from "#app/ui/button.tsx";
import { inLanguage } from "#base/language.ts";
import type { StaffCollection } from "#shop/catalogue/collections/collection.ts";

interface ChosenProductsProps {
  start: StaffCollection["products"];
  error: string | undefined;
}

/** The products of a collection by hand, in their order. */
export function ChosenProducts({ start, error }: ChosenProductsProps) {
  const words = useCollectionWords();
  const language = useLanguage();
  const [products, setProducts] = useState(start);
  const move = (place: number, by: number) => {
    const product = products[place];
    if (product) setProducts(products.toSpliced(place, 1).toSpliced(place + by, 0, product));
  };
  return (
    <div className="grid gap-3">
      <ProductSearch
        label={words.findProducts}
        error={error}
        onChoose={(hit) =>
          setProducts([
            ...products.filter(({ id }) => id !== hit.id),
            { id: hit.id, name: hit.name },
          ])
        }
      />
      {products.length > 0 ? (
        <ol aria-label={words.products} className="border-t border-rule">
          {products.map(({ id, name }, place) => {
            const shown = inLanguage(name, language);
            return (
              <li key={id} className="flex items-center gap-1 border-b border-rule">
                <input type="hidden" name="product" value={id} />
                <span className="figures w-8 shrink-0 text-right text-muted">{place + 1}</span>
                <span className="min-w-0 grow px-2 wrap-anywhere">{shown}</span>
                <IconButton
                  icon="arrow-up"
                  label={words.up(shown)}
                  aria-disabled={place === 0 || undefined}
                  className="aria-disabled:opacity-35"
                  onClick={() => (place > 0 ? move(place, -1) : undefined)}
                />
                <IconButton
                  icon="arrow-down"
                  label={words.down(shown)}
                  aria-disabled={place === products.length - 1 || undefined}
                  className="aria-disabled:opacity-35"
                  onClick={() => (place < products.length - 1 ? move(place, 1) : undefined)}
                />
                <IconButton
                  icon="x"
                  label={words.remove(shown)}
                  onClick={() => setProducts(products.filter((other) => other.id !== id))}
                />
              </li>
            );
          })}
        </ol>
      ) : null}
    </div>
  );
}
