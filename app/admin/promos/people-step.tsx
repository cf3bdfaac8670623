import { Section } from "#app/admin/kit/section.tsx";
import { usePromoWords } from "#app/admin/promos/messages/promos.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextArea, TextInput } from "#app/ui/text-input.tsx";
import { shopTimeZones } from "#shop/kernel/time-zones.ts";
import type { StepProps } from "./builder-props.ts";
import { CheckList, PickList } from "./draft-fields.tsx";

/** Step 3: who may use it, where, how they pay, and from when until when. */
export function PeopleStep(step: StepProps) {
  const words = usePromoWords();
  const { draft, onChange, choices, errorOf } = step;
  const groups = choices.groups.map(({ id, name }) => ({ id, name: { id: name, en: name } }));
  return (
    <Section title={`3 · ${words.steps.people}`} hint={words.peopleHint}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {(["starts_at", "ends_at"] as const).map((name) => (
          <Field
            key={name}
            label={name === "starts_at" ? words.startsAt : words.endsAt}
            hint={
              name === "starts_at"
                ? words.startsHint(shopTimeZones[choices.time_zone].name)
                : words.endsHint
            }
            error={errorOf(name)}
            optional
          >
            {(parts) => (
              <TextInput
                {...parts}
                type="datetime-local"
                className="figures"
                max="2999-12-31T23:59"
                value={draft[name]}
                onChange={(event) => onChange({ [name]: event.currentTarget.value.slice(0, 16) })}
              />
            )}
          </Field>
        ))}
      </div>
      <Checkbox
        label={words.firstOrder}
        checked={draft.first_order_only}
        onChange={(event) => onChange({ first_order_only: event.currentTarget.checked })}
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <PickList
          {...step}
          name="region_codes"
          label={words.regions}
          searchLabel={words.regionSearch}
        />
        <CheckList
          {...step}
          name="payment_methods"
          label={words.methods}
          all={choices.methods}
          empty=""
        />
        <CheckList
          {...step}
          name="group_ids"
          label={words.groups}
          all={groups}
          empty={words.noGroups}
        />
        <Field label={words.emails} hint={words.emailsHint} error={errorOf("emails")} optional>
          {(parts) => (
            <TextArea
              {...parts}
              rows={3}
              spellCheck={false}
              value={draft.emails}
              onChange={(event) => onChange({ emails: event.currentTarget.value })}
            />
          )}
        </Field>
      </div>
    </Section>
  );
}
