import { Section } from "#app/admin/kit/section.tsx";
import { usePromoWords } from "#app/admin/promos/messages/promos.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import type { PromoClass } from "#shop/promotions/promotion.ts";
import type { StepProps } from "./builder-props.ts";
import { NumberField } from "./draft-fields.tsx";

const classes: readonly PromoClass[] = ["product", "order", "shipping"];

/** Step 4: how much and how often, and which codes apply beside it. */
export function LimitsStep(step: StepProps) {
  const words = usePromoWords();
  const { draft, onChange } = step;
  return (
    <Section title={`4 · ${words.steps.limits}`} hint={words.noLimit}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NumberField {...step} name="usage_limit" label={words.usageLimit} optional />
        <NumberField {...step} name="per_customer_limit" label={words.perCustomer} optional />
        <NumberField {...step} name="budget" label={words.budget} optional />
        <NumberField {...step} name="min_subtotal" label={words.minSubtotal} optional />
        <NumberField {...step} name="min_quantity" label={words.minQuantity} optional />
        <NumberField
          {...step}
          name="priority"
          label={words.priority}
          hint={words.priorityHint}
          optional
        />
      </div>
      <fieldset>
        <legend className="text-sm font-semibold">{words.combines}</legend>
        <p className="text-muted">{words.combinesHint}</p>
        <div className="flex flex-wrap gap-x-6">
          {classes
            .filter((name) => name !== draft.class)
            .map((name) => (
              <Checkbox
                key={name}
                label={words.combinesWith[name]}
                checked={draft.combines_with.includes(name)}
                onChange={(event) =>
                  onChange({
                    combines_with: event.currentTarget.checked
                      ? [...draft.combines_with, name].sort()
                      : draft.combines_with.filter((other) => other !== name),
                  })
                }
              />
            ))}
        </div>
      </fieldset>
    </Section>
  );
}
