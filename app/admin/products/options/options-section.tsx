import { useId, useState } from "react";
import { LocalTextField } from "#app/admin/kit/form/local-text.tsx";
import { FoldableSection } from "#app/admin/products/foldable-section.tsx";
import { useProductWords } from "#app/admin/products/messages/products.ts";
import { freshCode, type ProductDraft } from "#app/admin/products/product-draft.ts";
import type { FieldsProps } from "#app/admin/products/texts-section.tsx";
import { useFocusAfter } from "#app/browser/focus/use-focus-after.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { maxOptions, type VariantOption } from "#shop/catalogue/products/product.ts";
import { plainSwatch } from "./colour-names.ts";
import { countRemoved, restoreOptions, withOptions } from "./follow-options.ts";
import { withValues } from "./option-values.ts";

interface OptionsSectionProps {
  draft: ProductDraft;
  onChange: (draft: ProductDraft) => void;
  errorOf: FieldsProps["errorOf"];
}

/** A value or an option that was just removed. */
interface Removal {
  readonly label: string;
  /** Number of variants removed with it. */
  readonly variants: number;
  readonly before: ProductDraft;
  /** The options after the removal. Undo is offered until they change again. */
  readonly options: readonly VariantOption[];
}

/** What a buyer chooses between: colour, size and others, with their values. The variants follow them. */
export function OptionsSection({ draft, onChange, errorOf }: OptionsSectionProps) {
  const { editor: words } = useProductWords();
  const { options } = draft.fields;
  const codes = options.map(({ code }) => code);
  const [section, focusAfter] = useFocusAfter<HTMLDivElement>();
  const [removal, setRemoval] = useState<Removal | null>(null);
  const put = (changed: readonly VariantOption[], removed?: string) => {
    const after = withOptions(draft, changed);
    onChange(after);
    if (removed === undefined) return;
    const variants = countRemoved(draft, after);
    setRemoval({ label: removed, variants, before: draft, options: changed });
  };
  const set = (index: number, change: Partial<VariantOption>, removed?: string) =>
    put(
      options.map((option, place) => (place === index ? { ...option, ...change } : option)),
      removed,
    );
  const add = (code: string, name: VariantOption["name"]) => {
    put([...options, { code, name, values: [] }]);
    // A name that is given leaves the values to type; another option is named first.
    focusAfter(`fieldset[data-option="${code}"] ${name.id ? "[data-next-value]" : "input"}`);
  };
  return (
    <FoldableSection title={words.options} hint={words.optionsHint}>
      <div ref={section} className="grid gap-3">
        {options.map((option, index) => (
          <OptionEditor
            key={option.code}
            option={option}
            path={`after.options.${index}`}
            errorOf={errorOf}
            onChange={(change, removed) => set(index, change, removed)}
            onRemove={() => {
              put(
                options.filter((_, place) => place !== index),
                option.name.id || words.optionName,
              );
              focusAfter("[data-add-options] button");
            }}
          />
        ))}
        {removal?.options === options ? (
          <Notice
            action={
              <Button
                look="quiet"
                onClick={() => {
                  onChange(restoreOptions(draft, removal.before));
                  setRemoval(null);
                  focusAfter("input");
                }}
              >
                {words.undoRemoval}
              </Button>
            }
          >
            {words.valueRemoved(removal.label, removal.variants)}
          </Notice>
        ) : null}
        {options.length < maxOptions ? (
          <div data-add-options className="flex flex-wrap gap-2">
            {codes.includes("colour") ? null : (
              <Button look="quiet" onClick={() => add("colour", { id: "Warna", en: "Colour" })}>
                {words.addColour}
              </Button>
            )}
            {codes.includes("size") ? null : (
              <Button look="quiet" onClick={() => add("size", { id: "Ukuran", en: "Size" })}>
                {words.addSize}
              </Button>
            )}
            <Button
              look="quiet"
              onClick={() => add(freshCode("", [...codes, "colour", "size"]), { id: "", en: "" })}
            >
              {words.addOption}
            </Button>
          </div>
        ) : null}
      </div>
    </FoldableSection>
  );
}

interface OptionEditorProps {
  option: VariantOption;
  path: string;
  errorOf: FieldsProps["errorOf"];
  /** @param removed the label of a value that the change removes */
  onChange: (change: Partial<VariantOption>, removed?: string) => void;
  onRemove: () => void;
}

function OptionEditor({ option, path, errorOf, onChange, onRemove }: OptionEditorProps) {
  const { editor: words } = useProductWords();
  const nextId = useId();
  const [editor, focusAfter] = useFocusAfter<HTMLFieldSetElement>();
  const name = option.name.id || words.optionName;
  const setValue = (index: number, change: Partial<VariantOption["values"][number]>) =>
    onChange({
      values: option.values.map((value, place) =>
        place === index ? { ...value, ...change } : value,
      ),
    });
  const addValues = (text: string) => {
    const values = withValues(option.values, text, option.code === "colour");
    if (values.length > option.values.length) onChange({ values });
  };
  const problem = errorOf(`${path}.values`);
  const shown =
    problem ??
    option.values
      .flatMap((_, index) =>
        (["id", "en"] as const).map((language) =>
          errorOf(`${path}.values.${index}.label.${language}`),
        ),
      )
      .find(Boolean);
  const problemId = `${nextId}-problem`;
  const marksOf = (error: string | undefined) =>
    error ? { "aria-invalid": true, "aria-describedby": problemId } : {};
  return (
    <fieldset ref={editor} data-option={option.code} className="grid gap-3 border border-rule p-3">
      <legend className="printed px-1">{name}</legend>
      <LocalTextField
        label={words.optionName}
        value={option.name}
        onChange={(changed) => onChange({ name: changed })}
        maxLength={60}
        errors={{ id: errorOf(`${path}.name.id`), en: errorOf(`${path}.name.en`) }}
      />
      <ul className="grid gap-2">
        {option.values.map((value, index) => (
          <li key={value.code} className="flex flex-wrap items-center gap-2">
            {option.code === "colour" ? (
              <input
                type="color"
                aria-label={`${words.swatch} ${value.label.id}`}
                value={value.swatch ?? plainSwatch}
                onChange={(event) => setValue(index, { swatch: event.currentTarget.value })}
                className="size-11 shrink-0 border border-control bg-card p-1"
              />
            ) : null}
            {(["id", "en"] as const).map((language) => (
              <span key={language} className="min-w-[min(100%,8rem)] flex-1">
                <TextInput
                  lang={language}
                  aria-label={`${words.valueLabel(name)} (${language.toUpperCase()})`}
                  placeholder={language.toUpperCase()}
                  value={value.label[language]}
                  maxLength={60}
                  {...marksOf(errorOf(`${path}.values.${index}.label.${language}`))}
                  onChange={(event) =>
                    setValue(index, {
                      label: { ...value.label, [language]: event.currentTarget.value },
                    })
                  }
                />
              </span>
            ))}
            <IconButton
              icon="trash-2"
              label={words.removeValue(value.label.id)}
              onClick={() => {
                onChange(
                  { values: option.values.filter((_, place) => place !== index) },
                  value.label.id,
                );
                focusAfter("[data-next-value]");
              }}
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-end gap-2">
        <label htmlFor={nextId} className="min-w-[min(100%,10rem)] flex-1">
          <span className="sr-only">{words.addValue}</span>
          <TextInput
            id={nextId}
            data-next-value
            placeholder={words.addValues}
            maxLength={1_000}
            {...marksOf(problem)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              addValues(event.currentTarget.value);
              event.currentTarget.value = "";
            }}
            onBlur={(event) => {
              addValues(event.currentTarget.value);
              event.currentTarget.value = "";
            }}
          />
        </label>
        <Button look="bare" icon="trash-2" onClick={onRemove}>
          {words.removeOption(name)}
        </Button>
      </div>
      {shown ? (
        <p id={problemId} className="text-stamp">
          {shown}
        </p>
      ) : null}
    </fieldset>
  );
}
