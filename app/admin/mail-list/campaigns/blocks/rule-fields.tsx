import { useCampaignBlockWords } from "#app/admin/mail-list/campaigns/messages/campaign-blocks.ts";
import { useLanguage } from "#app/language.ts";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { inLanguage, type LocalText } from "#base/language.ts";
import { maxRuleProducts, type ProductRule, ruleOrders } from "#shop/mailing/campaigns/block.ts";

interface RuleFieldsProps {
  block: ProductRule;
  onChange: (block: ProductRule) => void;
  categories: readonly { readonly id: string; readonly name: LocalText }[];
}

const counts = Array.from({ length: maxRuleProducts }, (_, index) => index + 1);

/** Which products a rule takes. */
export function RuleFields({ block, onChange, categories }: RuleFieldsProps) {
  const words = useCampaignBlockWords();
  const language = useLanguage();
  const isKnown = block.category === null || categories.some(({ id }) => id === block.category);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-sm text-muted">{words.ruleHint}</p>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3">
        <Field label={words.order}>
          {(parts) => (
            <Select
              {...parts}
              className="w-full"
              value={block.order}
              onChange={(event) => {
                const order = ruleOrders.find((one) => one === event.target.value);
                if (order) onChange({ ...block, order });
              }}
            >
              {ruleOrders.map((order) => (
                <option key={order} value={order}>
                  {words.orders[order]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={words.count}>
          {(parts) => (
            <Select
              {...parts}
              className="figures"
              value={String(block.count)}
              onChange={(event) => onChange({ ...block, count: Number(event.target.value) })}
            >
              {counts.map((count) => (
                <option key={count} value={count}>
                  {count}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className="col-span-2">
          <Field label={words.category}>
            {(parts) => (
              <Select
                {...parts}
                className="w-full"
                value={block.category ?? ""}
                onChange={(event) => onChange({ ...block, category: event.target.value || null })}
              >
                <option value="">{words.wholeShop}</option>
                {isKnown ? null : (
                  <option value={block.category ?? ""}>{words.categoryGone}</option>
                )}
                {categories.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {inLanguage(name, language)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      </div>
    </div>
  );
}
