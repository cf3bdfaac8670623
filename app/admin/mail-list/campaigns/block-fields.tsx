import { useLanguage } from "#app/language.ts";
import { useCampaignWords } from "#app/messages/admin/campaigns.ts";
import { Field } from "#app/ui/field.tsx";
import { controlClasses, TextInput } from "#app/ui/text-input.tsx";
import { inLanguage, type LocalText } from "#base/language.ts";
import type { CampaignBlock } from "#shop/campaigns/block.ts";
import { ProductSearch } from "../../products/product-search.tsx";

export interface BlockFieldsProps {
  block: CampaignBlock;
  onChange: (block: CampaignBlock) => void;
  /** Names of products by id. */
  products: Readonly<Record<string, LocalText>>;
  onProduct: (id: string, name: LocalText) => void;
}

/** The inputs of one block. */
export function BlockFields(props: BlockFieldsProps) {
  const { block, onChange } = props;
  const words = useCampaignWords();
  switch (block.kind) {
    case "heading":
      return (
        <Field label={words.fields.text}>
          {(parts) => (
            <TextInput
              {...parts}
              maxLength={200}
              value={block.text}
              onChange={(event) => onChange({ ...block, text: event.target.value })}
            />
          )}
        </Field>
      );
    case "text":
      return (
        <Field label={words.fields.text} hint={words.textHint}>
          {(parts) => (
            <textarea
              {...parts}
              rows={6}
              maxLength={5000}
              className={`${controlClasses} min-h-32 py-2`}
              value={block.text}
              onChange={(event) => onChange({ ...block, text: event.target.value })}
            />
          )}
        </Field>
      );
    case "picture":
      return (
        <div className="grid gap-3">
          <Field label={words.fields.picture} hint={words.pictureHint}>
            {(parts) => (
              <TextInput
                {...parts}
                maxLength={500}
                value={block.url}
                onChange={(event) => onChange({ ...block, url: event.target.value })}
              />
            )}
          </Field>
          <Field label={words.fields.alt} hint={words.altHint}>
            {(parts) => (
              <TextInput
                {...parts}
                maxLength={200}
                value={block.alt}
                onChange={(event) => onChange({ ...block, alt: event.target.value })}
              />
            )}
          </Field>
        </div>
      );
    case "button":
      return (
        <div className="grid gap-3">
          <Field label={words.fields.label}>
            {(parts) => (
              <TextInput
                {...parts}
                maxLength={200}
                value={block.text}
                onChange={(event) => onChange({ ...block, text: event.target.value })}
              />
            )}
          </Field>
          <Field label={words.fields.url} hint={words.urlHint}>
            {(parts) => (
              <TextInput
                {...parts}
                maxLength={500}
                value={block.url}
                onChange={(event) => onChange({ ...block, url: event.target.value })}
              />
            )}
          </Field>
        </div>
      );
    case "products":
      return <ProductFields {...props} block={block} />;
    case "divider":
      return null;
  }
}

const maxProducts = 3;

function ProductFields({
  block,
  onChange,
  products,
  onProduct,
}: BlockFieldsProps & { block: Extract<CampaignBlock, { kind: "products" }> }) {
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
