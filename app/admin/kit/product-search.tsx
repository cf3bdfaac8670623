import { useProductSearchWords } from "#app/admin/kit/messages/product-search.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { inLanguage } from "#base/language.ts";
import type { ProductHit } from "#shop/catalogue/sales/read-sales.server.ts";

interface ProductSearchProps {
  label: string;
  error?: string | undefined;
  onChoose: (hit: ProductHit) => void;
}

/** A box that finds products by the beginnings of their words. */
export function ProductSearch({ label, error, onChoose }: ProductSearchProps) {
  const words = useProductSearchWords();
  const language = useLanguage();
  const to = useLocalPath();
  return (
    <Combobox<ProductHit>
      label={label}
      error={error}
      maxLength={100}
      minLetters={2}
      address={to("/admin/Sales/Products")}
      idOf={({ id }) => id}
      words={words}
      onChoose={onChoose}
    >
      {(hit) => (
        <>
          <span>{inLanguage(hit.name, language)}</span>
          <span className="figures text-xs">{hit.slug}</span>
        </>
      )}
    </Combobox>
  );
}
