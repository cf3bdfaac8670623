import { useState } from "react";
import { useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { ReasonedAmount } from "./reasoned-amount.tsx";
import type { DraftEditor } from "./use-draft.ts";

/** Promo codes, the staff discount and notes. */
export function PricePart({ editor }: { editor: DraftEditor }) {
  const words = useDraftWords();
  const { form, change, errorOf } = editor;
  const [codes, setCodes] = useState(form.promo_codes.join(" "));
  const { discount } = form;
  const kind = discount?.kind ?? "none";
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={words.promo} hint={words.promoHint} error={errorOf("promo_codes")} optional>
          {(parts) => (
            <TextInput
              {...parts}
              className="figures"
              maxLength={200}
              autoComplete="off"
              value={codes}
              onChange={(event) => {
                setCodes(event.target.value);
                change({ promo_codes: event.target.value.split(/[\s,]+/).filter(Boolean) });
              }}
            />
          )}
        </Field>
        <Field label={words.discount}>
          {(parts) => (
            <Select
              {...parts}
              className="w-full"
              value={kind}
              onChange={({ target: { value } }) =>
                change({
                  discount:
                    value === "percent" || value === "rupiah"
                      ? { kind: value, value: "", reason: discount?.reason ?? "" }
                      : null,
                })
              }
            >
              {(["none", "percent", "rupiah"] as const).map((name) => (
                <option key={name} value={name}>
                  {words.discounts[name]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {discount ? (
          <ReasonedAmount
            label={words.discountValue}
            amount={discount.value}
            reason={discount.reason}
            onAmount={(value) => change({ discount: { ...discount, value } })}
            onReason={(reason) => change({ discount: { ...discount, reason } })}
            errors={{
              amount:
                errorOf("discount.value") && kind === "percent"
                  ? words.percentRange
                  : errorOf("discount.value"),
              reason: errorOf("discount.reason"),
            }}
          />
        ) : null}
        <Field label={words.note} error={errorOf("note")} optional>
          {(parts) => (
            <TextInput
              {...parts}
              maxLength={300}
              value={form.note ?? ""}
              onChange={(event) => change({ note: event.target.value })}
            />
          )}
        </Field>
        <Field label={words.staffNote} error={errorOf("staff_note")} optional>
          {(parts) => (
            <TextInput
              {...parts}
              maxLength={500}
              value={form.staff_note ?? ""}
              onChange={(event) => change({ staff_note: event.target.value })}
            />
          )}
        </Field>
      </div>
    </section>
  );
}
