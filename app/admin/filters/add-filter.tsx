import { useEffect, useId, useRef } from "react";
import { Form } from "react-router";
import { useFilterWords } from "#app/admin/filters/messages/filters.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { type Fields, operatorsOf } from "#shop/staff/filters/field.ts";
import { maxValueLength } from "#shop/staff/filters/filter.ts";
import { choicesOf, type FieldOptions, type FilteredList, fieldLabel } from "./filter-sentence.ts";
import { FoundValues } from "./found-values.tsx";
import { type ListAddress, listHref, listParams } from "./list-address.ts";

interface AddFilterProps {
  list: FilteredList;
  fields: Fields;
  options: FieldOptions;
  address: ListAddress;
  adding: NonNullable<ListAddress["adding"]>;
}

/** The condition and the value of a new filter. The server adds it to the address. */
export function AddFilter({ list, fields, options, address, adding }: AddFilterProps) {
  const words = useFilterWords();
  const form = useRef<HTMLFormElement>(null);
  const field = fields[adding.field];
  const label = fieldLabel({ words, list }, adding.field);
  // The form appears where a link was pressed: the focus goes on to it.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("select, input:not([type=hidden])")?.focus();
  }, []);
  if (!field) return null;
  const operators = operatorsOf(field);
  return (
    <Form
      ref={form}
      aria-label={`${words.add}: ${label}`}
      className="grid max-w-3xl gap-4 border border-ink bg-paper p-4"
      preventScrollReset
      onKeyDown={(event) => {
        if (event.key === "Escape") form.current?.querySelector("a")?.click();
      }}
    >
      <b>{label}</b>
      {Object.entries(listParams(address)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="add" value={adding.field} />
      <div className="flex flex-wrap items-start gap-4">
        {operators.length > 1 ? (
          <Field label={words.condition}>
            {(parts) => (
              <Select {...parts} name="op" defaultValue={adding.operator}>
                {operators.map((operator) => (
                  <option key={operator} value={operator}>
                    {words.operators[operator]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ) : (
          <input type="hidden" name="op" value={operators[0]} />
        )}
        <ValueControl list={list} fields={fields} options={options} adding={adding} />
        {address.tree ? (
          <Field label={words.join}>
            {(parts) => (
              <Select {...parts} name="join" className="max-w-full">
                <option value="and">{words.joinChoices.and}</option>
                <option value="or">{words.joinChoices.or}</option>
              </Select>
            )}
          </Field>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit">{words.apply}</Button>
        <ButtonLink to={listHref(address)} preventScrollReset look="bare">
          {words.cancel}
        </ButtonLink>
      </div>
    </Form>
  );
}

function ValueControl({ list, fields, options, adding }: Omit<AddFilterProps, "address">) {
  const words = useFilterWords();
  const legendId = useId();
  const type = fields[adding.field]?.type;
  const error = adding.problem ? words.problems[adding.problem.code] : undefined;
  const [value] = adding.values;
  const search = fields[adding.field]?.search;
  if (search) {
    const offered = choicesOf({ words, list, fields, options }, adding.field);
    return (
      <FoundValues
        search={search}
        chosen={offered.filter((choice) => adding.values.includes(choice.value))}
        error={error}
      />
    );
  }
  if (type === "choice" || type === "id") {
    return (
      <fieldset className="min-w-0" aria-describedby={error ? legendId : undefined}>
        <legend className="mb-1.5 text-sm font-semibold">{words.value}</legend>
        <div className="grid max-h-64 overflow-y-auto border border-control bg-card py-1">
          {choicesOf({ words, list, fields, options }, adding.field).map((choice) => (
            <label
              key={choice.value}
              className="flex min-h-9 cursor-pointer items-center gap-2.5 px-3 hover:text-carbon"
            >
              <input
                type="checkbox"
                name="value"
                value={choice.value}
                defaultChecked={adding.values.includes(choice.value)}
                className="size-4 accent-carbon"
              />
              {choice.label}
            </label>
          ))}
        </div>
        {error ? (
          <p id={legendId} className="mt-1.5 text-sm text-stamp">
            {error}
          </p>
        ) : null}
      </fieldset>
    );
  }
  const offered = type === "code" ? choicesOf({ words, list, fields, options }, adding.field) : [];
  return (
    <Field
      label={words.value}
      error={error}
      hint={type === "amount" ? words.amountHint : undefined}
    >
      {(parts) =>
        type === "boolean" ? (
          <Select {...parts} name="value" defaultValue={value}>
            <option value="yes">{words.yes}</option>
            <option value="no">{words.no}</option>
          </Select>
        ) : offered.length > 0 ? (
          <Select {...parts} name="value" className="max-w-full" defaultValue={value}>
            {offered.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </Select>
        ) : (
          <TextInput
            {...parts}
            name="value"
            required
            type={type === "moment" ? "date" : "text"}
            inputMode={type === "amount" || type === "number" ? "numeric" : undefined}
            maxLength={type === "moment" ? undefined : maxValueLength}
            autoComplete="off"
            defaultValue={value}
          />
        )
      }
    </Field>
  );
}
