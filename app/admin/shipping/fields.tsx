import type { ComponentProps, ReactNode } from "react";
import { type FormValues, firstValue } from "#app/admin/kit/form/form-values.ts";
import { useShippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { useShippingProblemWords } from "#app/admin/shipping/messages/shipping-problems.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";

/** The sentence of a field's problem; undefined without one. */
export function useProblemText(): (code: string | undefined) => string | undefined {
  const words = useShippingProblemWords();
  const { rates } = useShippingWords();
  return (code) => {
    if (code === undefined) return undefined;
    const [name = "", row] = code.split(":");
    const text = wordsFor(words, name, "invalid_input");
    return row === undefined ? text : rates.tierProblem(Number(row), text);
  };
}

interface TextFieldProps extends Omit<ComponentProps<"input">, "children"> {
  label: ReactNode;
  name: string;
  values: FormValues;
  problems: Readonly<Record<string, string>> | undefined;
  hint?: ReactNode;
  optional?: boolean;
}

/** One line of text with its stored value, hint and problem. */
export function TextField({
  label,
  name,
  values,
  problems,
  hint,
  optional,
  ...rest
}: TextFieldProps) {
  const textOf = useProblemText();
  return (
    <Field
      label={label}
      hint={hint}
      error={textOf(problems?.[name])}
      {...(optional ? { optional } : {})}
    >
      {(parts) => (
        <TextInput
          autoComplete="off"
          {...rest}
          {...parts}
          name={name}
          defaultValue={firstValue(values, name)}
        />
      )}
    </Field>
  );
}

/** A number or an amount: figures, and the digits' keyboard on a phone. */
export function NumberField(props: TextFieldProps) {
  return <TextField inputMode="numeric" {...props} className="figures text-right" />;
}

interface NameFieldsProps {
  label: string;
  values: FormValues;
  problems: Readonly<Record<string, string>> | undefined;
  maxLength?: number;
}

/** `name.id` and `name.en` beside each other. */
export function NameFields({ label, maxLength = 60, ...rest }: NameFieldsProps) {
  const words = useShippingWords();
  return (
    <div className="grid items-start gap-4 @xl:grid-cols-2">
      <TextField
        {...rest}
        label={<Labelled label={label} language={words.indonesian} />}
        name="name.id"
        lang="id"
        maxLength={maxLength}
        required
      />
      <TextField
        {...rest}
        label={<Labelled label={label} language={words.english} />}
        name="name.en"
        lang="en"
        hint={words.englishHint}
        maxLength={maxLength}
        optional
      />
    </div>
  );
}

/** The language, after what it is the language of for those who do not see the title beside it. */
function Labelled({ label, language }: { label: string; language: string }) {
  return (
    <>
      <span className="sr-only">{label} </span>
      {language}
    </>
  );
}

/** A part of a form below a rule: its title and hint on the left where there is room, its fields beside them. */
export function Part({
  title,
  hint,
  isNarrow,
  children,
}: {
  title: string;
  hint?: string;
  /** In a column: the fields are always below the title. */
  isNarrow?: true;
  children: ReactNode;
}) {
  const look = isNarrow ? "" : "@4xl:grid-cols-[13rem_minmax(0,1fr)] @4xl:gap-x-8";
  return (
    <section className={`grid content-start gap-4 border-t border-ink pt-4 ${look}`}>
      <div className="grid content-start gap-1">
        <h2 className="font-sans text-base font-semibold tracking-normal">{title}</h2>
        {hint ? <p className="max-w-[66ch] text-muted">{hint}</p> : null}
      </div>
      <div className="grid content-start gap-4">{children}</div>
    </section>
  );
}

/** A group of ticks or radios, which a screen reader announces with its title. */
export function Choices({
  title,
  hint,
  isTitled,
  children,
}: {
  title: string;
  hint?: string;
  /** The part around it shows the same title. */
  isTitled?: true;
  children: ReactNode;
}) {
  return (
    <fieldset className="grid min-w-0 content-start gap-1">
      <legend className={isTitled ? "sr-only" : "mb-1 text-sm font-semibold"}>{title}</legend>
      {hint ? <p className="text-muted">{hint}</p> : null}
      {children}
    </fieldset>
  );
}
