import { LocalTextField } from "#app/admin/kit/form/local-text.tsx";
import { Section } from "#app/admin/kit/section.tsx";
import { usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { ChoiceField } from "./choice-field.tsx";
import { NumberField } from "./number-field.tsx";
import { type PriceDraft, readDecimal } from "./spec-draft.ts";

const kinds = [
  ...(["piece", "quantity", "setup", "side", "area", "ink"] as const),
  ...(["picture", "letter", "percent"] as const),
] as const;
const maxPrices = 40;
/** A hundredth of a per cent is the smallest step. */
const stepsOfPercent = 100;

interface PriceSectionProps {
  prices: readonly PriceDraft[];
  mayPrice: boolean;
  errorOf: (path: string) => string | undefined;
  onChange: (prices: PriceDraft[]) => void;
}

/** What the print adds to the price of the goods, rule by rule. */
export function PriceSection({ prices, mayPrice, errorOf, onChange }: PriceSectionProps) {
  const words = usePrintingWords();
  return (
    <Section title={words.prices} hint={mayPrice ? words.pricesHint : words.pricesReadOnly}>
      {prices.length === 0 ? <p className="text-muted">{words.noPrices}</p> : null}
      {prices.map((price, index) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no other identity
          key={index}
          disabled={!mayPrice}
          className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-rule pt-3"
        >
          <div className="flex flex-wrap items-end gap-3">
            <div className="grow basis-48">
              <ChoiceField
                label={words.priceKind}
                value={price.kind}
                options={kinds.map((kind) => [kind, words.priceKinds[kind]])}
                onChange={(kind) => onChange([...prices].with(index, ofKind(price, kind)))}
              />
            </div>
            <Numbers
              price={price}
              errorOf={(name) => errorOf(`${index}.${name}`)}
              onChange={(next) => onChange([...prices].with(index, next))}
            />
            <IconButton
              icon="trash-2"
              label={words.removePrice(index + 1)}
              onClick={() => onChange([...prices].toSpliced(index, 1))}
            />
          </div>
          {price.kind === "quantity" ? (
            <Steps
              steps={price.steps}
              errorOf={(path) => errorOf(`${index}.steps${path}`)}
              onChange={(steps) => onChange([...prices].with(index, { ...price, steps }))}
            />
          ) : null}
          <LocalTextField
            label={words.priceLabel}
            maxLength={60}
            value={price.label}
            errors={{ id: errorOf(`${index}.label.id`), en: errorOf(`${index}.label.en`) }}
            onChange={(label) => onChange([...prices].with(index, { ...price, label }))}
          />
        </fieldset>
      ))}
      {mayPrice && prices.length < maxPrices ? (
        <Button
          look="quiet"
          icon="plus"
          className="justify-self-start"
          onClick={() =>
            onChange([...prices, { kind: "piece", label: { id: "", en: "" }, amount: "" }])
          }
        >
          {words.addPrice}
        </Button>
      ) : null}
    </Section>
  );
}

interface NumbersProps {
  price: PriceDraft;
  errorOf: (name: string) => string | undefined;
  onChange: (price: PriceDraft) => void;
}

function Numbers({ price, errorOf, onChange }: NumbersProps) {
  const words = usePrintingWords();
  if (price.kind === "percent") {
    const typed = readDecimal(price.basisPoints);
    return (
      <div className="w-32">
        <NumberField
          label={words.percent}
          unit="%"
          value={
            typed === null ? price.basisPoints : String(typed / stepsOfPercent).replace(".", ",")
          }
          error={errorOf("basisPoints")}
          onChange={(text) => {
            const percent = readDecimal(text);
            const basisPoints =
              percent === null ? text : String(Math.round(percent * stepsOfPercent));
            onChange({ ...price, basisPoints });
          }}
        />
      </div>
    );
  }
  if (price.kind === "quantity") return null;
  return (
    <>
      {price.kind === "letter" ? (
        <div className="w-32">
          <NumberField
            label={words.above}
            value={price.above}
            error={errorOf("above")}
            onChange={(above) => onChange({ ...price, above })}
          />
        </div>
      ) : null}
      <div className="w-40">
        <NumberField
          label={words.amount}
          unit="Rp"
          value={price.amount}
          error={errorOf("amount")}
          onChange={(amount) => onChange({ ...price, amount })}
        />
      </div>
    </>
  );
}

type QuantityDraft = Extract<PriceDraft, { kind: "quantity" }>;
const maxSteps = 12;

interface StepsProps {
  steps: QuantityDraft["steps"];
  /** By the path below the steps; empty for all of them. */
  errorOf: (path: string) => string | undefined;
  onChange: (steps: QuantityDraft["steps"]) => void;
}

/** What a piece costs from how many pieces on. */
function Steps({ steps, errorOf, onChange }: StepsProps) {
  const words = usePrintingWords();
  return (
    <div className="grid gap-2">
      {steps.map((step, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity
          key={index}
          className="flex flex-wrap items-end gap-3"
        >
          <div className="w-32">
            <NumberField
              label={words.from}
              value={step.from}
              error={errorOf(`.${index}.from`)}
              onChange={(from) => onChange(steps.with(index, { ...step, from }))}
            />
          </div>
          <div className="w-40">
            <NumberField
              label={words.amount}
              unit="Rp"
              value={step.amount}
              error={errorOf(`.${index}.amount`)}
              onChange={(amount) => onChange(steps.with(index, { ...step, amount }))}
            />
          </div>
          {steps.length > 1 ? (
            <IconButton
              icon="trash-2"
              label={words.removeStep(index + 1)}
              onClick={() => onChange(steps.toSpliced(index, 1))}
            />
          ) : null}
        </div>
      ))}
      {errorOf("") ? <p className="text-sm text-stamp">{errorOf("")}</p> : null}
      {steps.length < maxSteps ? (
        <Button
          look="quiet"
          icon="plus"
          className="justify-self-start"
          onClick={() => onChange([...steps, { from: "", amount: "" }])}
        >
          {words.addStep}
        </Button>
      ) : null}
    </div>
  );
}

/** The rule with another way of counting; its words and its amount stay. */
function ofKind(price: PriceDraft, kind: (typeof kinds)[number]): PriceDraft {
  const { label } = price;
  const amount = "amount" in price ? price.amount : "";
  if (kind === "quantity") return { kind, label, steps: [{ from: "1", amount }] };
  if (kind === "percent") return { kind, label, basisPoints: "" };
  if (kind === "letter") return { kind, label, amount, above: "0" };
  return { kind, label, amount };
}
