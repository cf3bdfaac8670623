import { LocalTextField } from "#app/admin/kit/form/local-text.tsx";
import { Section } from "#app/admin/kit/section.tsx";
import { usePromoWords } from "#app/admin/promos/messages/promos.ts";
import { useLanguage } from "#app/language.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextArea } from "#app/ui/text-input.tsx";
import { inLanguage } from "#base/language.ts";
import type { PromoType } from "#shop/promotions/promotion.ts";
import type { StepProps } from "./builder-props.ts";
import { ChoiceSearch, ChosenList } from "./choice-search.tsx";
import { NumberField, Radios } from "./draft-fields.tsx";
import { classesOf, withType } from "./promotion-draft.ts";

const types: readonly PromoType[] = [
  "percent",
  "fixed",
  "free_shipping",
  "fixed_shipping",
  "buy_x_get_y",
  "gift",
];

/** Step 1: its name, what it gives, and how buyers get it. */
export function WhatStep(step: StepProps) {
  const words = usePromoWords();
  const { draft, onChange, errorOf } = step;
  const { type } = draft;
  return (
    <Section title={`1 · ${words.steps.what}`}>
      <LocalTextField
        label={words.name}
        hint={words.nameHint}
        value={draft.name}
        maxLength={200}
        onChange={(name) => onChange({ name })}
        errors={{ id: errorOf("name.id"), en: errorOf("name.en") }}
      />
      <Radios
        legend={words.type}
        name="type"
        value={type}
        className="sm:grid sm:grid-cols-3"
        options={types.map((value) => ({ value, label: words.types[value] }))}
        onChange={(value) => onChange(withType(draft, value))}
        error={errorOf("type")}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {type === "percent" ? <NumberField {...step} name="value" label={words.percent} /> : null}
        {type === "fixed" ? <NumberField {...step} name="value" label={words.amount} /> : null}
        {type === "fixed_shipping" ? (
          <NumberField {...step} name="value" label={words.shippingPrice} />
        ) : null}
        {type === "buy_x_get_y" ? (
          <>
            <NumberField {...step} name="buy_quantity" label={words.buyQuantity} />
            <NumberField {...step} name="get_quantity" label={words.getQuantity} />
            <NumberField
              {...step}
              name="value"
              label={words.rewardPercent}
              hint={words.rewardPercentHint}
            />
          </>
        ) : null}
        {type === "gift" ? <Gift {...step} /> : null}
        {type === "gift" ? null : (
          <NumberField
            {...step}
            name="max_discount"
            label={words.maxDiscount}
            hint={words.noLimit}
            optional
          />
        )}
      </div>
      {classesOf(type).length > 1 ? (
        <Radios
          legend={words.taken}
          name="class"
          value={draft.class}
          options={classesOf(type).map((value) => ({ value, label: words.classes[value] }))}
          onChange={(value) => onChange({ class: value })}
          error={errorOf("class")}
        />
      ) : null}
      {type === "fixed" && draft.class === "product" ? (
        <Radios
          legend={words.allocation}
          name="allocation"
          value={draft.allocation}
          options={(["across", "each"] as const).map((value) => ({
            value,
            label: words.allocations[value],
          }))}
          onChange={(allocation) => onChange({ allocation })}
          error={errorOf("allocation")}
        />
      ) : null}
      <Radios
        legend={words.howCalled}
        name="automatic"
        value={draft.automatic ? "automatic" : "code"}
        options={[
          { value: "code", label: words.byCode },
          { value: "automatic", label: words.byItself },
        ]}
        onChange={(value) => onChange({ automatic: value === "automatic" })}
      />
      {draft.automatic ? null : (
        <Field label={words.codes} hint={words.codesHint} error={errorOf("codes")}>
          {(parts) => (
            <TextArea
              {...parts}
              rows={2}
              className="figures uppercase"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={draft.codes}
              onChange={(event) => onChange({ codes: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      {draft.automatic ? null : (
        <Checkbox
          label={words.shown}
          checked={draft.is_shown}
          onChange={(event) => onChange({ is_shown: event.currentTarget.checked })}
        />
      )}
    </Section>
  );
}

function Gift(step: StepProps) {
  const words = usePromoWords();
  const language = useLanguage();
  const { gift_variant_id: gift } = step.draft;
  const name = gift === null ? undefined : step.names.variants[gift];
  return (
    <>
      <div className="grid content-start gap-2">
        <ChoiceSearch
          kind="variants"
          label={words.giftSearch}
          error={step.errorOf("gift_variant_id")}
          onChoose={({ id, name: found, detail }) => {
            step.onName("variants", id, {
              id: `${found.id} ${detail}`,
              en: `${found.en || found.id} ${detail}`,
            });
            step.onChange({ gift_variant_id: id });
          }}
        />
        <ChosenList
          label={words.gift}
          chosen={
            gift === null ? [] : [{ id: gift, name: name ? inLanguage(name, language) : gift }]
          }
          onRemove={() => step.onChange({ gift_variant_id: null })}
        />
      </div>
      <NumberField {...step} name="get_quantity" label={words.giftQuantity} />
    </>
  );
}
