import { useCollectionWords } from "#app/admin/collections/messages/collections.ts";
import { useLanguage } from "#app/language.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { inLanguage, type LocalText } from "#base/language.ts";
import type { StaffCollection } from "#shop/catalogue/collections/collection.ts";

interface RuleFieldsProps {
  collection: StaffCollection | null;
  categories: readonly { readonly id: string; readonly name: LocalText }[];
  errorOf: (name: string) => string | undefined;
}

/** The conditions of a collection by rule. */
export function RuleFields({ collection, categories, errorOf }: RuleFieldsProps) {
  const words = useCollectionWords();
  const language = useLanguage();
  const rule = collection?.rule ?? {};
  const numbers = [
    { name: "price_min", label: words.priceMin },
    { name: "price_max", label: words.priceMax },
    { name: "newest_days", label: words.newestDays },
  ] as const;
  return (
    <div className="grid gap-4">
      <p className="text-muted">{words.ruleHint}</p>
      <fieldset className="grid gap-1">
        <legend className="text-sm font-semibold">{words.categories}</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {categories.map(({ id, name }) => (
            <Checkbox
              key={id}
              name="category"
              value={id}
              label={inLanguage(name, language)}
              defaultChecked={rule.category_ids?.includes(id) ?? false}
            />
          ))}
        </div>
      </fieldset>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {numbers.map(({ name, label }) => (
          <Field key={name} label={label} error={errorOf(`rule.${name}`)} optional>
            {(parts) => (
              <TextInput
                {...parts}
                name={name}
                inputMode="numeric"
                className="figures"
                maxLength={20}
                defaultValue={rule[name] ?? ""}
              />
            )}
          </Field>
        ))}
      </div>
      <Checkbox name="in_stock" label={words.inStock} defaultChecked={rule.in_stock ?? false} />
      <Checkbox name="on_sale" label={words.onSale} defaultChecked={rule.on_sale ?? false} />
    </div>
  );
}
