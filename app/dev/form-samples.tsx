import { useState } from "react";
import { useDevWords } from "#app/dev/messages/dev.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { Stepper } from "#app/ui/stepper.tsx";
import { TextArea, TextInput } from "#app/ui/text-input.tsx";
import { Samples } from "./samples.tsx";

/** @param mode separates the radio groups of the two halves */
export function FormSamples({ mode }: { mode: string }) {
  const words = useDevWords();
  const [quantity, setQuantity] = useState(2);
  return (
    <Samples title={words.forms}>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={words.name} hint={words.hint}>
          {(parts) => <TextInput {...parts} placeholder={words.placeholder} />}
        </Field>
        <Field label={words.name} optional>
          {(parts) => <TextInput {...parts} defaultValue={words.sample} />}
        </Field>
        <Field label={words.name} hint={words.hint} error={words.wrong}>
          {(parts) => <TextInput {...parts} required />}
        </Field>
        <Field label={words.disabled}>
          {(parts) => <TextInput {...parts} defaultValue={words.sample} disabled />}
        </Field>
        <Field label={words.choice}>
          {(parts) => (
            <Select {...parts} className="w-full">
              {Object.values(words.places).map((place) => (
                <option key={place}>{place}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={words.choice} error={words.wrong}>
          {(parts) => (
            <Select {...parts} className="w-full">
              <option>{words.placeholder}</option>
            </Select>
          )}
        </Field>
        <Field label={words.hint}>
          {(parts) => <TextArea {...parts} defaultValue={words.longText} />}
        </Field>
        <div>
          <Checkbox label={words.choice} defaultChecked count={12} />
          <Checkbox label={words.colour} colour="#4f7d5c" count={3} />
          <Checkbox type="radio" name={`radio-${mode}`} label={words.name} defaultChecked />
          <Checkbox type="radio" name={`radio-${mode}`} label={words.choice} />
          <Checkbox label={words.disabled} disabled />
        </div>
        <div className="flex flex-wrap gap-4">
          <Stepper value={quantity} onChange={setQuantity} label={words.quantity} />
          <Stepper value={1} onChange={() => undefined} max={1} label={words.quantity} />
        </div>
      </div>
    </Samples>
  );
}
