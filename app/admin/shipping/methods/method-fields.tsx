import { type KeyboardEvent, useId } from "react";
import { allValues, type FormValues, firstValue } from "#app/admin/kit/form/form-values.ts";
import { Choices, NameFields, NumberField, Part, TextField } from "#app/admin/shipping/fields.tsx";
import { useShippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { useLanguage } from "#app/language.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { FoundProduct, MethodChoices } from "#shop/settings/shipping/method-choices.server.ts";
import { methodFallbacks, methodSources } from "#shop/settings/shipping/method-input.ts";
import type { ProductChoice } from "./method-action.server.ts";

interface MethodFieldsProps {
  values: FormValues;
  problems: Readonly<Record<string, string>> | undefined;
  choices: MethodChoices;
  payments: readonly { readonly id: string; readonly name: string }[];
  products: ProductChoice;
}

export function MethodFields(props: MethodFieldsProps) {
  const { values, problems, choices, payments } = props;
  const { methods: words } = useShippingWords();
  const language = useLanguage();
  const couriers = useId();
  const parts = { values, problems };
  return (
    <>
      <Part title={words.name}>
        <NameFields {...parts} label={words.name} />
        <div className="grid items-start gap-4 @xl:grid-cols-2">
          <TextField
            {...parts}
            label={words.courier}
            name="courier"
            hint={words.courierHint}
            maxLength={60}
            list={couriers}
          />
          <TextField {...parts} label={words.service} name="service" maxLength={60} optional />
          <datalist id={couriers}>
            {choices.couriers.map((courier) => (
              <option key={courier} value={courier} />
            ))}
          </datalist>
        </div>
        <Checkbox
          name="enabled"
          value="on"
          defaultChecked={firstValue(values, "enabled") === "on"}
          label={words.enabled}
        />
      </Part>
      <Part title={words.source}>
        <div className="grid items-start gap-6 @2xl:grid-cols-2">
          <Choices isTitled title={words.source}>
            {methodSources.map((source) => (
              <Checkbox
                key={source}
                type="radio"
                name="source"
                value={source}
                defaultChecked={firstValue(values, "source") === source}
                label={
                  <span>
                    {words.sources[source]}{" "}
                    <span className="text-muted">{words.sourceHints[source]}</span>
                  </span>
                }
              />
            ))}
          </Choices>
          <Choices title={words.fallback}>
            {methodFallbacks.map((fallback) => (
              <Checkbox
                key={fallback}
                type="radio"
                name="fallback"
                value={fallback}
                defaultChecked={firstValue(values, "fallback") === fallback}
                label={words.fallbacks[fallback]}
              />
            ))}
          </Choices>
        </div>
      </Part>
      <Part title={words.conditions}>
        <div className="grid grid-cols-2 items-start gap-4 @4xl:grid-cols-4">
          <NumberField {...parts} label={words.minWeight} name="min_weight_grams" />
          <NumberField {...parts} label={words.maxWeight} name="max_weight_grams" />
          <NumberField
            {...parts}
            label={words.minSubtotal}
            name="min_subtotal"
            hint={words.subtotalHint}
            optional
          />
          <NumberField {...parts} label={words.maxSubtotal} name="max_subtotal" optional />
        </div>
        <div className="grid items-start gap-6 @2xl:grid-cols-2">
          <Choices title={words.classes} hint={words.classesHint}>
            {choices.classes.map(({ slug, name }) => (
              <Checkbox
                key={slug}
                name="class"
                value={slug}
                defaultChecked={allValues(values, "class").includes(slug)}
                label={name[language]}
              />
            ))}
          </Choices>
          <Choices title={words.payments} hint={words.paymentsHint}>
            {payments.map(({ id, name }) => (
              <Checkbox
                key={id}
                name="payment"
                value={id}
                defaultChecked={allValues(values, "payment").includes(id)}
                label={name}
              />
            ))}
            <OtherPayments values={values} payments={payments} />
          </Choices>
        </div>
      </Part>
      <Excluded {...props} />
      <Part title={words.weighing}>
        <div className="grid grid-cols-2 items-start gap-4 @4xl:max-w-xl">
          <NumberField {...parts} label={words.step} name="step_grams" hint={words.stepHint} />
          <NumberField
            {...parts}
            label={words.divisor}
            name="volumetric_divisor"
            hint={words.divisorHint}
          />
        </div>
      </Part>
    </>
  );
}

/** Stored payment methods that the shop does not offer now, and whole providers: a save keeps them unless unticked. */
function OtherPayments({ values, payments }: Pick<MethodFieldsProps, "values" | "payments">) {
  const others = allValues(values, "payment").filter(
    (value) => !payments.some(({ id }) => id === value),
  );
  return others.map((value) => (
    <Checkbox
      key={value}
      name="payment"
      value={value}
      defaultChecked
      label={<span className="figures">{value}</span>}
    />
  ));
}

function Excluded({ values, choices, products }: MethodFieldsProps) {
  const { methods: words, zones } = useShippingWords();
  const language = useLanguage();
  const find = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const form = event.currentTarget.form;
    form?.requestSubmit(form.querySelector<HTMLButtonElement>('button[value="find"]'));
  };
  const tick = ({ id, name }: FoundProduct, isChosen: boolean) => (
    <Checkbox key={id} name="product" value={id} defaultChecked={isChosen} label={name[language]} />
  );
  return (
    <Part title={words.excluded}>
      <div className="grid items-start gap-6 @2xl:grid-cols-2">
        <Choices title={words.excludedProducts}>
          {products.excluded.length === 0 ? (
            <p className="text-muted">{words.noProducts}</p>
          ) : (
            products.excluded.map((product) => tick(product, true))
          )}
          <search className="mt-2 flex gap-2">
            <TextInput
              name="q"
              type="search"
              aria-label={words.productSearch}
              placeholder={words.productSearch}
              maxLength={80}
              defaultValue={products.q}
              onKeyDown={find}
            />
            <Button type="submit" name="intent" value="find" look="quiet">
              {zones.find}
            </Button>
          </search>
          {products.found?.length === 0 ? (
            <p role="status" className="text-muted">
              {words.productNotFound}
            </p>
          ) : (
            products.found?.map((product) => tick(product, false))
          )}
        </Choices>
        <Choices title={words.excludedCategories}>
          <div className="max-h-80 overflow-y-auto">
            {choices.categories.map(({ id, name }) => (
              <Checkbox
                key={id}
                name="category"
                value={id}
                defaultChecked={allValues(values, "category").includes(id)}
                label={name[language]}
              />
            ))}
          </div>
        </Choices>
      </div>
    </Part>
  );
}
