import { Form } from "react-router";
import { useAuditWords } from "#app/messages/admin/audit.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { AuditAuthor } from "#shop/staff/audit-entry.ts";
import type { AuditFilter } from "#shop/staff/audit-filter.ts";
import { actInWords, authorName } from "./entries.tsx";

interface FilterFormProps {
  filter: AuditFilter;
  authors: readonly AuditAuthor[];
  isFiltered: boolean;
}

/** The whole filter is in the address. */
export function FilterForm({ filter, authors, isFiltered }: FilterFormProps) {
  const words = useAuditWords();
  const { filter: labels } = words;
  const named = (texts: Readonly<Record<string, string>>, chosen: string | null) =>
    Object.entries(
      chosen === null || Object.hasOwn(texts, chosen) ? texts : { ...texts, [chosen]: chosen },
    ).sort(([, a], [, b]) => a.localeCompare(b));
  const actions: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      Object.keys(words.tables).flatMap((table) =>
        Object.keys(words.verbs).map((verb) => {
          const action = `${table}.${verb}`;
          return [action, actInWords(action, words)];
        }),
      ),
    ),
    ...words.acts,
  };
  const people = authors.filter(({ kind }) => kind === "person");
  const others = authors.filter(({ kind }) => kind !== "person");
  const choice = (
    name: "kind" | "action" | "field",
    label: string,
    everything: string,
    options: readonly (readonly [string, string])[],
  ) => (
    <Field label={label}>
      {(parts) => (
        <Select {...parts} name={name} className="w-full" defaultValue={filter[name] ?? ""}>
          <option value="">{everything}</option>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
  return (
    <details open={isFiltered} className="group border border-rule">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 font-semibold hover:text-carbon">
        {labels.title}
        <Icon name="chevron-down" className="ml-auto size-4 group-open:rotate-180" />
      </summary>
      <Form
        key={JSON.stringify(filter)}
        role="search"
        className="grid items-start gap-4 border-t border-rule p-4 sm:grid-cols-2 xl:grid-cols-4"
      >
        <Field label={labels.by}>
          {(parts) => (
            <Select {...parts} name="by" className="w-full" defaultValue={filter.by ?? ""}>
              <option value="">{labels.anyone}</option>
              <optgroup label={labels.people}>
                {people.map((author) => (
                  <option key={author.value} value={author.value}>
                    {authorName(author, words)}
                  </option>
                ))}
              </optgroup>
              {others.length > 0 ? (
                <optgroup label={labels.others}>
                  {others.map((author) => (
                    <option key={author.value} value={author.value}>
                      {authorName(author, words)}
                    </option>
                  ))}
                </optgroup>
              ) : null}
            </Select>
          )}
        </Field>
        {choice("kind", labels.kind, labels.anything, named(words.kinds, filter.kind))}
        {choice("action", labels.action, labels.anyAction, named(actions, filter.action))}
        {choice("field", labels.field, labels.anyField, named(words.fields, filter.field))}
        <Field label={labels.subject} hint={labels.subjectHint}>
          {(parts) => (
            <TextInput
              {...parts}
              name="subject"
              maxLength={120}
              autoComplete="off"
              defaultValue={filter.subject ?? ""}
            />
          )}
        </Field>
        <Field label={labels.from}>
          {(parts) => (
            <TextInput {...parts} name="from" type="date" defaultValue={filter.from ?? ""} />
          )}
        </Field>
        <Field label={labels.to}>
          {(parts) => <TextInput {...parts} name="to" type="date" defaultValue={filter.to ?? ""} />}
        </Field>
        <div className="flex flex-wrap items-start gap-2 sm:pt-6.5">
          <Button type="submit">{labels.apply}</Button>
          {isFiltered ? (
            <ButtonLink to="?" look="bare">
              {labels.clear}
            </ButtonLink>
          ) : null}
        </div>
      </Form>
    </details>
  );
}
