import { useLanguage } from "#app/language.ts";
import { useCampaignWords } from "#app/messages/admin/campaigns.ts";
import { Field } from "#app/ui/field.tsx";
import { controlClasses, TextInput } from "#app/ui/text-input.tsx";
import { inLanguage, type Language, type LocalText } from "#base/language.ts";
import type { CampaignBlock } from "#shop/campaigns/block.ts";
import { ProductSearch } from "../../products/product-search.tsx";
import { PictureFields } from "./picture-fields.tsx";

export interface BlockFieldsProps {
  block: CampaignBlock;
  /** Of the mail. */
  language: Language;
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
        <LineField
          label={words.fields.text}
          value={block.text}
          onChange={(text) => onChange({ ...block, text })}
        />
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
      return <PictureFields block={block} language={props.language} onChange={onChange} />;
    case "button":
      return (
        <div className="grid gap-3">
          <LineField
            label={words.fields.label}
            value={block.text}
            onChange={(text) => onChange({ ...block, text })}
          />
          <LineField
            label={words.fields.url}
            hint={words.urlHint}
            maxLength={maxAddress}
            value={block.url}
            onChange={(url) => onChange({ ...block, url })}
          />
        </div>
      );
    case "voucher":
      return (
        <LineField
          label={words.fields.voucher}
          hint={words.voucherHint}
          value={block.text}
          onChange={(text) => onChange({ ...block, text })}
        />
      );
    case "products":
      return <ProductFields {...props} block={block} />;
    case "divider":
      return null;
  }
}

interface LineFieldProps {
  label: string;
  hint?: string;
  value: string;
  /** Characters. */
  maxLength?: number;
  onChange: (value: string) => void;
}

function LineField({ label, hint, value, maxLength = 200, onChange }: LineFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(parts) => (
        <TextInput
          {...parts}
          maxLength={maxLength}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

const maxAddress = 500;
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
