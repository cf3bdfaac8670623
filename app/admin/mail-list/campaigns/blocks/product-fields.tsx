import { ProductSearch } from "#app/admin/kit/product-search.tsx";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { useLanguage } from "#app/language.ts";
import { inLanguage, type LocalText } from "#base/language.ts";
import type { CampaignBlock } from "#shop/mailing/campaigns/block.ts";

type Products = Extract<CampaignBlock, { kind: "products" }>;

interface ProductFieldsProps {
  /** Names of products by id. */
  products: Readonly<Record<string, LocalText>>;
  onProduct: (id: string, name: LocalText) => void;
  block: Products;
  onChange: (block: Products) => void;
}

const maxProducts = 3;

/** Products that staff choose one by one. */
export function ProductFields({ block, onChange, products, onProduct }: ProductFieldsProps) {
  const words = useCampaignWords();
  const language = useLanguage();
  const nameOf = (id: string) => {
    const name = products[id];
    return name ? inLanguage(name, language) : id;
  };
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">{words.productsHint}</p>
      {block.ids.length > 0 ? (
        <ul className="grid gap-2">
          {block.ids.map((id) => (
            <li
              key={id}
              className="flex min-h-11 items-center justify-between border border-control bg-paper pl-3"
            >
              <span className="min-w-0 truncate">{nameOf(id)}</span>
              <button
                type="button"
                aria-label={words.remove(nameOf(id))}
                onClick={() =>
                  onChange({ ...block, ids: block.ids.filter((other) => other !== id) })
                }
                className="inline-grid size-11 shrink-0 place-items-center hover:text-stamp"
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {block.ids.length < maxProducts ? (
        <ProductSearch
          label={words.findProducts}
          onChoose={(hit) => {
            onProduct(hit.id, hit.name);
            if (!block.ids.includes(hit.id)) onChange({ ...block, ids: [...block.ids, hit.id] });
          }}
        />
      ) : null}
    </div>
  );
}
