import { useSiteWords } from "#app/admin/site/messages/site.ts";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { BodyFieldsProps } from "./body-values.ts";

interface LinkFieldProps extends Pick<BodyFieldsProps, "values" | "errorOf"> {
  name: string;
  hint: string;
}

/** The target of a link: a path of the shop or an https address. */
export function LinkField({ name, hint, values, errorOf }: LinkFieldProps) {
  const { fields } = useSiteWords();
  return (
    <Field label={fields.link} hint={hint} error={errorOf(name)}>
      {(parts) => (
        <TextInput
          {...parts}
          name={name}
          defaultValue={values[name]}
          maxLength={500}
          autoComplete="off"
          autoCapitalize="none"
        />
      )}
    </Field>
  );
}
