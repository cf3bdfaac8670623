import { useRosterWords } from "#app/storefront/roster/messages/roster.ts";
import { StyleChoice } from "#app/ui/domain/design/style-choice.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { ProductTemplate } from "#shop/catalogue/catalogue.ts";
import type { TypedRoster } from "#shop/designs/roster/find-roster-start.server.ts";
import type { RosterRemark } from "./roster-remarks.ts";

interface RosterSharedProps {
  templates: readonly ProductTemplate[];
  fields: ProductTemplate["fields"];
  typed: TypedRoster;
  problems: readonly RosterRemark[];
  onChange: (next: Partial<TypedRoster>) => void;
}

/** What all pieces bear: the style and the team's words. */
export function RosterShared({ templates, fields, typed, problems, onChange }: RosterSharedProps) {
  const words = useRosterWords();
  return (
    <fieldset className="grid items-start gap-4 sm:grid-cols-2">
      <legend className="mb-3 font-display text-xl font-bold">{words.shared}</legend>
      {templates.length > 1 ? (
        <StyleChoice
          label={words.style}
          name="template"
          templates={templates}
          chosen={typed.template}
          onChoose={(template) => onChange({ template })}
        />
      ) : (
        <input type="hidden" name="template" value={typed.template} />
      )}
      {fields
        .filter(({ each }) => !each)
        .map(({ id, label, required, rule }) => (
          <Field
            key={id}
            label={label}
            optional={!required}
            error={problems.find(({ field }) => field === id)?.text}
          >
            {(parts) => (
              <TextInput
                {...parts}
                name={`f.${id}`}
                inputMode={rule === "number" ? "numeric" : undefined}
                autoComplete="off"
                spellCheck={false}
                value={typed.values[id] ?? ""}
                onChange={({ target }) =>
                  onChange({ values: { ...typed.values, [id]: target.value } })
                }
              />
            )}
          </Field>
        ))}
    </fieldset>
  );
}
