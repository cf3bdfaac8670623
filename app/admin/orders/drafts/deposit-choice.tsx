import { useDepositWords } from "#app/messages/shared/deposit.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { formatRupiah, type Rupiah } from "#shop/kernel/money.ts";
import { depositOf, depositPercents, leastDeposit } from "#shop/orders/deposit.ts";

/** The typed percentage; null: no deposit. */
export type TypedDeposit = string | null;

/** Parses the percentage of a deposit. @returns undefined unless it is a whole number in the range */
export function percentOf(typed: string): number | undefined {
  const { least, most } = depositPercents;
  const percent = /^\d{1,2}$/.test(typed.trim()) ? Number(typed) : 0;
  return percent >= least && percent <= most ? percent : undefined;
}

interface DepositChoiceProps {
  typed: TypedDeposit;
  total: Rupiah;
  onChoose: (typed: TypedDeposit) => void;
}

/** The choice between the full amount and a deposit. */
export function DepositChoice({ typed, total, onChoose }: DepositChoiceProps) {
  const { choice: words } = useDepositWords();
  return (
    <fieldset className="grid gap-1">
      <legend className="text-sm font-semibold">{words.title}</legend>
      <Checkbox
        type="radio"
        name="part"
        label={words.whole(formatRupiah(total))}
        checked={typed === null}
        onChange={() => onChoose(null)}
      />
      <Checkbox
        type="radio"
        name="part"
        label={words.part}
        checked={typed !== null}
        onChange={() => onChoose(String(depositPercents.suggested))}
      />
      {typed === null ? null : <Percent typed={typed} total={total} onChoose={onChoose} />}
    </fieldset>
  );
}

interface PercentProps extends DepositChoiceProps {
  typed: string;
}

function Percent({ typed, total, onChoose }: PercentProps) {
  const { choice: words } = useDepositWords();
  const percent = percentOf(typed);
  const deposit = percent === undefined ? undefined : depositOf(total, percent);
  const hint =
    percent === undefined
      ? words.range(depositPercents.least, depositPercents.most)
      : deposit === undefined
        ? words.small(formatRupiah(leastDeposit))
        : words.amounts(formatRupiah(deposit), formatRupiah(total - deposit));
  return (
    <Field label={words.percent} hint={hint}>
      {(parts) => (
        <TextInput
          {...parts}
          aria-invalid={deposit === undefined ? true : undefined}
          className="figures w-24"
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          value={typed}
          onChange={(event) => onChoose(event.target.value)}
        />
      )}
    </Field>
  );
}
