import type { PlainBlock } from "#app/admin/mail-list/campaigns/edited-content.ts";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { Field } from "#app/ui/field.tsx";
import { controlClasses, TextInput } from "#app/ui/text-input.tsx";
import type { Language, LocalText } from "#base/language.ts";
import { PictureFields } from "./picture-fields.tsx";
import { ProductFields } from "./product-fields.tsx";
import { RuleFields } from "./rule-fields.tsx";

export interface BlockFieldsProps {
  block: PlainBlock;
  /** Of the mail. */
  language: Language;
  onChange: (block: PlainBlock) => void;
  /** Names of products by id. */
  products: Readonly<Record<string, LocalText>>;
  onProduct: (id: string, name: LocalText) => void;
  /** Categories that a rule of products may name. */
  categories: readonly { readonly id: string; readonly name: LocalText }[];
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
    case "rule":
      return <RuleFields block={block} onChange={onChange} categories={props.categories} />;
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
