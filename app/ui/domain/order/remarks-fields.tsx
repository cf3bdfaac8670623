import { useRemarksWords } from "#app/messages/shared/remarks.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextArea, TextInput } from "#app/ui/text-input.tsx";
import { maxGiftFrom, maxRemark, type Remarks } from "#shop/orders/remarks/remarks.ts";

interface RemarksFieldsProps {
  value: Remarks;
  disabled?: boolean;
  onChange: (remarks: Remarks) => void;
}

/** The fields of the buyer's note and of a gift. Their names are those that `readRemarks` reads. */
export function RemarksFields({ value, disabled, onChange }: RemarksFieldsProps) {
  const words = useRemarksWords();
  const { note, gift } = value;
  return (
    <div className="grid gap-4">
      <Field label={words.note} hint={words.noteHint} optional>
        {(parts) => (
          <TextArea
            {...parts}
            name="note"
            rows={2}
            maxLength={maxRemark}
            disabled={disabled}
            value={note}
            onChange={(event) => onChange({ ...value, note: event.currentTarget.value })}
          />
        )}
      </Field>
      <Checkbox
        name="is_gift"
        label={words.gift}
        disabled={disabled}
        checked={gift !== null}
        onChange={(event) =>
          onChange({ note, gift: event.currentTarget.checked ? { message: "", from: "" } : null })
        }
      />
      {gift ? (
        <>
          <p className="text-sm text-muted">{words.giftHint}</p>
          <Field label={words.message} optional>
            {(parts) => (
              <TextArea
                {...parts}
                name="gift_message"
                rows={3}
                maxLength={maxRemark}
                disabled={disabled}
                value={gift.message}
                onChange={(event) =>
                  onChange({ note, gift: { ...gift, message: event.currentTarget.value } })
                }
              />
            )}
          </Field>
          <Field label={words.from} optional>
            {(parts) => (
              <TextInput
                {...parts}
                name="gift_from"
                maxLength={maxGiftFrom}
                disabled={disabled}
                value={gift.from}
                onChange={(event) =>
                  onChange({ note, gift: { ...gift, from: event.currentTarget.value } })
                }
              />
            )}
          </Field>
        </>
      ) : null}
    </div>
  );
}
