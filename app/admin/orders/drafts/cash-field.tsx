import { useState } from "react";
import { useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import { readAmount } from "#shop/kernel/read-amount.ts";

/** What the buyer hands over and the change. Neither is stored. */
export function CashField({ total }: { total: number }) {
  const { counterSale: words } = useDraftWords();
  const [typed, setTyped] = useState("");
  const amount = readAmount(typed);
  const change = amount === undefined ? undefined : amount - total;
  return (
    <div className="grid gap-2">
      <Field label={words.received} optional>
        {(parts) => (
          <TextInput
            {...parts}
            inputMode="numeric"
            className="figures text-lg"
            maxLength={20}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <p role="status" className="min-h-7 text-lg font-semibold">
        {change === undefined
          ? ""
          : change < 0
            ? words.short(formatRupiah(-change))
            : words.change(formatRupiah(change))}
      </p>
    </div>
  );
}
