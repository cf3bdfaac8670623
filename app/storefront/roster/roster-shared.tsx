import { useRosterWords } from "#app/messages/storefront/roster.ts";
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
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-3 font-display text-xl font-bold">{words.shared}</legend>
      {templates.length > 1 ? (
        <fieldset>
          <legend className="mb-2 text-sm font-semibold">{words.style}</legend>
          <div className="flex flex-wrap gap-2">
            {templates.map(({ id, name }) => (
              <label
                key={id}
                className="relative flex min-h-11 items-center border border-control bg-card px-3 text-sm hover:border-ink has-checked:border-ink has-checked:outline-2 has-checked:-outline-offset-2 has-checked:outline-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-carbon"
              >
                <input
                  type="radio"
                  name="template"
                  value={id}
                  checked={id === typed.template}
                  onChange={() => onChange({ template: id })}
                  className="sr-only"
                />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
      ) : (
        <input type="hidden" name="template" value={typed.template} />
      )}
      {fields
        .filter(({ each }) => !each)
        .map(({ id, label, required }) => (
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
