import type { KeyboardEvent } from "react";
import { Choices } from "#app/admin/shipping/fields.tsx";
import { useShippingTestWords } from "#app/admin/shipping/messages/shipping-test.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { TestValues } from "./test-values.ts";
import { useTestProblem } from "./use-test-problem.ts";

/** The field of each problem code. */
const fieldOf: Readonly<Record<string, "place" | "weight" | "order">> = {
  place_missing: "place",
  place_not_found: "place",
  number_invalid: "weight",
  order_not_found: "order",
  order_without_lines: "order",
};

interface TestFieldsProps {
  values: TestValues;
  /** Code of the problem with the values. */
  problem: string | undefined;
  payments: readonly { readonly id: string; readonly name: string }[];
  /** The button that runs the test. */
  run: string;
}

const kinds = ["weight", "products", "order"] as const;

/** Where to, what, and how it is paid. The names begin with `test.`, so that no editor stores them. */
export function TestFields({ values, problem, payments, run }: TestFieldsProps) {
  const words = useShippingTestWords();
  const textOf = useTestProblem();
  const errorOf = (field: string) =>
    problem && fieldOf[problem] === field ? textOf(problem) : undefined;
  const press = (intent: string) => (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const form = event.currentTarget.form;
    form?.requestSubmit(form.querySelector<HTMLButtonElement>(`button[value="${intent}"]`));
  };
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-4 @xl:grid-cols-2">
        <Field label={words.place} hint={words.placeHint} error={errorOf("place")}>
          {(parts) => (
            <TextInput
              {...parts}
              name="test.place"
              maxLength={80}
              autoComplete="off"
              defaultValue={values.place}
              onKeyDown={press("test")}
            />
          )}
        </Field>
        <Field label={words.payment}>
          {(parts) => (
            <Select {...parts} name="test.payment" defaultValue={values.payment} className="w-full">
              <option value="">{words.anyPayment}</option>
              {payments.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Checkbox
        name="test.samples"
        value="on"
        defaultChecked={values.samples}
        label={words.samples}
      />
      <Choices title={words.cart}>
        <div className="flex flex-wrap gap-x-6">
          {kinds.map((kind) => (
            <Checkbox
              key={kind}
              type="radio"
              name="test.kind"
              value={kind}
              data-kind={kind}
              defaultChecked={values.kind === kind}
              label={words.kinds[kind]}
            />
          ))}
        </div>
      </Choices>
      <div className="hidden grid-cols-2 items-start gap-4 @xl:max-w-md [form:has([data-kind=weight]:checked)_&]:grid">
        {(["weight", "goods"] as const).map((name) => (
          <Field key={name} label={words[name]} error={errorOf(name)}>
            {(parts) => (
              <TextInput
                {...parts}
                name={`test.${name}`}
                inputMode="numeric"
                autoComplete="off"
                maxLength={14}
                defaultValue={values[name]}
                onKeyDown={press("test")}
                className="figures text-right"
              />
            )}
          </Field>
        ))}
      </div>
      <div className="hidden @xl:max-w-md [form:has([data-kind=order]:checked)_&]:grid">
        <Field label={words.order} hint={words.orderHint} error={errorOf("order")}>
          {(parts) => (
            <TextInput
              {...parts}
              name="test.order"
              maxLength={40}
              autoComplete="off"
              defaultValue={values.order}
              onKeyDown={press("test")}
              className="figures"
            />
          )}
        </Field>
      </div>
      <div className="hidden gap-3 @xl:max-w-2xl [form:has([data-kind=products]:checked)_&]:grid">
        <Picked values={values} />
        <search className="flex gap-2">
          <TextInput
            name="test.q"
            type="search"
            aria-label={words.search}
            placeholder={words.search}
            maxLength={80}
            defaultValue={values.q}
            onKeyDown={press("test-find")}
          />
          <Button type="submit" name="intent" value="test-find" look="quiet">
            {words.find}
          </Button>
        </search>
        {values.found === null ? null : values.found.length === 0 ? (
          <p role="status" className="text-muted">
            {words.noProduct}
          </p>
        ) : (
          <ul className="divide-y divide-rule border-y border-rule">
            {values.found.map(({ id, label, sku }) => (
              <li key={id}>
                <Checkbox
                  name="test.pick"
                  value={id}
                  className="w-full"
                  label={
                    <>
                      <span className="min-w-0 grow">{label}</span>
                      <span className="figures text-xs text-muted">{sku}</span>
                    </>
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <Button
        type="submit"
        name="intent"
        value="test"
        look="quiet"
        icon="search"
        className="justify-self-start"
      >
        {run}
      </Button>
    </div>
  );
}

function Picked({ values }: { values: TestValues }) {
  const words = useShippingTestWords();
  if (values.picked.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">{words.products}</legend>
      <ul className="divide-y divide-rule border-y border-rule">
        {values.picked.map(({ id, label, sku, quantity }) => (
          <li key={id} className="flex items-center gap-3 py-1">
            <Checkbox
              name="test.pick"
              value={id}
              defaultChecked
              className="min-w-0 grow"
              label={
                <>
                  <span className="min-w-0 grow">{label}</span>
                  <span className="figures text-xs text-muted">{sku}</span>
                </>
              }
            />
            <TextInput
              name={`test.quantity.${id}`}
              inputMode="numeric"
              aria-label={words.quantity(label)}
              maxLength={2}
              defaultValue={quantity}
              className="figures max-w-16 text-right"
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
