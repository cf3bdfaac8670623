import { useState } from "react";
import { allValues, type FormValues, firstValue } from "#app/admin/kit/form/form-values.ts";
import { Choices, NumberField, Part, useProblemText } from "#app/admin/shipping/fields.tsx";
import { useShippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { type Pricing, pricings } from "#shop/settings/shipping/rates/rate-input.ts";

interface RateFieldsProps {
  values: FormValues;
  problems: Readonly<Record<string, string>> | undefined;
}

/** What the styles below look for. */
const marks: Record<Pricing, string> = {
  per_kg: "kg",
  flat: "flat",
  percent: "percent",
  weight_tiers: "tiers",
  subtotal_tiers: "tiers",
};

/**
 * The pricing, its own fields, days, and free delivery. The fields of the other pricings are hidden by a style that
 * needs no script: each part shows itself while its radio is the chosen one.
 */
export function RateFields({ values, problems }: RateFieldsProps) {
  const { rates: words } = useShippingWords();
  const stored = firstValue(values, "pricing");
  const [pricing, setPricing] = useState(stored);
  const parts = { values, problems };
  const unit = pricing === "subtotal_tiers" ? "subtotal" : "weight";
  return (
    <>
      <Part title={words.pricing}>
        <div className="grid items-start gap-6 @2xl:grid-cols-[16rem_minmax(0,1fr)]">
          <Choices isTitled title={words.pricing}>
            {pricings.map((name) => (
              <Checkbox
                key={name}
                type="radio"
                name="pricing"
                value={name}
                defaultChecked={stored === name}
                data-pricing={marks[name]}
                onChange={() => setPricing(name)}
                label={words.pricings[name]}
              />
            ))}
          </Choices>
          <div className="grid gap-4">
            <div className="hidden items-start gap-4 @xl:grid-cols-2 [form:has([data-pricing=kg]:checked)_&]:grid">
              <NumberField {...parts} label={words.first} name="first_kg" />
              <NumberField {...parts} label={words.next} name="next_kg" />
            </div>
            <div className="hidden max-w-xs [form:has([data-pricing=flat]:checked)_&]:grid">
              <NumberField {...parts} label={words.flat} name="flat_price" />
            </div>
            <div className="hidden max-w-xs [form:has([data-pricing=percent]:checked)_&]:grid">
              <NumberField {...parts} label={words.percent} name="percent" />
            </div>
            <div className="hidden [form:has([data-pricing=tiers]:checked)_&]:grid">
              <Tiers {...parts} unit={unit} />
            </div>
          </div>
        </div>
      </Part>
      <Part title={words.days}>
        <div className="grid grid-cols-2 items-start gap-4 @xl:max-w-md">
          <NumberField {...parts} label={words.minDays} name="min_days" />
          <NumberField {...parts} label={words.maxDays} name="max_days" />
        </div>
      </Part>
      <Part title={words.freeTitle}>
        <div className="grid items-start gap-4 @xl:max-w-2xl @xl:grid-cols-2">
          <NumberField {...parts} label={words.freeFrom} name="free_from" optional />
          <NumberField
            {...parts}
            label={words.maxSubsidy}
            name="max_subsidy"
            hint={words.maxSubsidyHint}
            optional
          />
        </div>
      </Part>
    </>
  );
}

function Tiers({ values, problems, unit }: RateFieldsProps & { unit: "weight" | "subtotal" }) {
  const { rates: words } = useShippingWords();
  const textOf = useProblemText();
  const problem = problems?.tiers;
  const wrongRow = Number(problem?.split(":")[1] ?? 0);
  const columns = [
    { name: "tier_from", label: words.tierFrom[unit] },
    { name: "tier_to", label: words.tierTo[unit] },
    { name: "tier_price", label: words.tierPrice },
  ] as const;
  const rows = allValues(values, "tier_to").length;
  return (
    <div className="grid gap-3">
      <p className="text-muted">{words.tierHint}</p>
      {problem ? (
        <Notice tone="error">
          <span id="tiers-problem">{textOf(problem)}</span>
        </Notice>
      ) : null}
      <table className="w-full max-w-2xl border-collapse">
        <thead className="border-b border-ink">
          <tr className="printed text-right">
            {columns.map(({ name, label }) => (
              <th key={name} className="px-1 py-1.5">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            <tr key={row} className="border-b border-rule">
              {columns.map(({ name, label }) => (
                <td key={name} className="p-1">
                  <TextInput
                    name={name}
                    inputMode="numeric"
                    autoComplete="off"
                    aria-label={words.tierRow(label, row + 1)}
                    aria-invalid={wrongRow === row + 1 || undefined}
                    aria-describedby={wrongRow === row + 1 ? "tiers-problem" : undefined}
                    defaultValue={allValues(values, name)[row] ?? ""}
                    className="figures text-right"
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Button type="submit" name="intent" value="more" look="quiet" className="justify-self-start">
        {words.moreTiers}
      </Button>
    </div>
  );
}
