import type { ReactNode } from "react";
import { useLanguage } from "#app/language.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { inLanguage, type LocalText } from "#base/language.ts";
import type { StepProps } from "./builder-props.ts";
import { ChoiceSearch, ChosenList } from "./choice-search.tsx";
import type { TypedNumber } from "./promotion-draft.ts";

interface NumberFieldProps extends StepProps {
  name: TypedNumber;
  label: string;
  hint?: ReactNode;
  optional?: boolean;
}

/** A whole number as people type it: `50.000`, `50rb`. */
export function NumberField({ name, label, hint, optional, ...step }: NumberFieldProps) {
  return (
    <Field label={label} hint={hint} error={step.errorOf(name)} optional={optional ?? false}>
      {(parts) => (
        <TextInput
          {...parts}
          className="figures"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={step.draft[name]}
          onChange={(event) => step.onChange({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}

type IdList = "category_ids" | "excluded_category_ids" | "reward_category_ids" | "group_ids";

interface CheckListProps extends StepProps {
  name: IdList | "payment_methods";
  label: string;
  all: readonly { readonly id: string; readonly name: LocalText }[];
  empty: string;
}

/** Boxes to tick for a list of ids. What is chosen but no longer offered stays in the list. */
export function CheckList({ name, label, all, empty, ...step }: CheckListProps) {
  const language = useLanguage();
  const chosen = step.draft[name];
  const known = {
    category_ids: step.names.categories,
    excluded_category_ids: step.names.categories,
    reward_category_ids: step.names.categories,
    payment_methods: step.names.methods,
    group_ids: {},
  }[name] as Readonly<Record<string, LocalText>>;
  const gone = chosen
    .filter((id) => !all.some((one) => one.id === id))
    .map((id) => ({ id, name: known[id] ?? { id, en: id } }));
  const error = step.errorOf(name);
  return (
    <fieldset className="grid content-start gap-1">
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      {all.length + gone.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <div className="grid max-h-56 auto-rows-max grid-cols-[repeat(auto-fill,minmax(min(100%,11rem),1fr))] gap-x-4 overflow-y-auto border border-rule px-3 py-1">
          {[...all, ...gone].map((one) => (
            <Checkbox
              key={one.id}
              label={inLanguage(one.name, language)}
              checked={chosen.includes(one.id)}
              onChange={(event) =>
                step.onChange({
                  [name]: event.currentTarget.checked
                    ? [...chosen, one.id].sort()
                    : chosen.filter((id) => id !== one.id),
                })
              }
            />
          ))}
        </div>
      )}
      {error ? <p className="text-sm text-stamp">{error}</p> : null}
    </fieldset>
  );
}

interface PickListProps extends StepProps {
  name: "product_ids" | "excluded_product_ids" | "reward_product_ids" | "region_codes";
  label: string;
  searchLabel: string;
}

/** A search box, and below it what was chosen. */
export function PickList({ name, label, searchLabel, ...step }: PickListProps) {
  const language = useLanguage();
  const kind = name === "region_codes" ? "regions" : "products";
  const chosen = step.draft[name];
  const nameOf = (id: string) => {
    const found = kind === "regions" ? step.names.regions[id] : step.names.products[id];
    return found === undefined
      ? id
      : typeof found === "string"
        ? found
        : inLanguage(found, language);
  };
  return (
    <div className="grid content-start gap-2">
      <ChoiceSearch
        kind={kind}
        label={searchLabel}
        error={step.errorOf(name)}
        onChoose={(choice) => {
          step.onName(kind, choice.id, choice.name);
          step.onChange({ [name]: [...new Set([...chosen, choice.id])].sort() });
        }}
      />
      <ChosenList
        label={label}
        chosen={chosen.map((id) => ({ id, name: nameOf(id) }))}
        onRemove={(id) => step.onChange({ [name]: chosen.filter((other) => other !== id) })}
      />
    </div>
  );
}

interface RadiosProps<Value extends string> {
  legend: string;
  name: string;
  value: Value;
  options: readonly { readonly value: Value; readonly label: string }[];
  onChange: (value: Value) => void;
  error?: string | undefined;
  className?: string;
}

/** A few choices that exclude each other, side by side. */
export function Radios<Value extends string>(props: RadiosProps<Value>) {
  const { legend, name, value, options, onChange, error, className = "" } = props;
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      <div className={`flex flex-wrap gap-x-6 ${className}`}>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            type="radio"
            name={name}
            label={option.label}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
        ))}
      </div>
      {error ? <p className="text-sm text-stamp">{error}</p> : null}
    </fieldset>
  );
}
