import { useRosterWords } from "#app/storefront/roster/messages/roster.ts";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import type { RosterStart } from "#shop/designs/roster/find-roster-start.server.ts";

interface RosterColourProps {
  colour: NonNullable<RosterStart["colour"]>;
  /** Code of the colour of all rows; null: each row has its own. */
  value: string | null;
  onChange: (code: string | null) => void;
}

/** One colour for all rows. Without JavaScript the server changes the rows' variants. */
export function RosterColour({ colour, value, onChange }: RosterColourProps) {
  const { colour: words } = useRosterWords();
  return (
    <div className="mt-3 max-w-md">
      <Field label={words.label(colour.name)}>
        {(parts) => (
          <Select
            {...parts}
            name="colour"
            className="w-full"
            value={value ?? ""}
            onChange={({ target }) => onChange(target.value || null)}
          >
            {colour.values.map(({ code, label }) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
            <option value="">{words.mixed}</option>
          </Select>
        )}
      </Field>
    </div>
  );
}
