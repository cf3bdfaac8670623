import type { ReactNode } from "react";
import { useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";

interface ReasonedAmountProps {
  label: string;
  amount: string;
  reason: string;
  onAmount: (amount: string) => void;
  onReason: (reason: string) => void;
  errors: { amount: ReactNode; reason: ReactNode };
}

/** A number that staff choose themselves, and why. */
export function ReasonedAmount(props: ReasonedAmountProps) {
  const words = useDraftWords();
  const { label, amount, reason, onAmount, onReason, errors } = props;
  return (
    <>
      <Field label={label} error={errors.amount}>
        {(parts) => (
          <TextInput
            {...parts}
            inputMode="numeric"
            className="figures"
            maxLength={20}
            value={amount}
            onChange={(event) => onAmount(event.target.value)}
          />
        )}
      </Field>
      <Field label={words.reason} error={errors.reason}>
        {(parts) => (
          <TextInput
            {...parts}
            maxLength={200}
            value={reason}
            onChange={(event) => onReason(event.target.value)}
          />
        )}
      </Field>
    </>
  );
}
