import { useState } from "react";
import { useFetcher } from "react-router";
import { useLanguage } from "#app/language.ts";
import { useCollectionWords } from "#app/messages/admin/collections.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { inLanguage, type LocalText, languages } from "#base/language.ts";
import type { StaffCollection } from "#shop/collections/collection.ts";
import { collectionSorts } from "#shop/collections/collection-sorts.ts";
import { ProductSearch } from "../sales/product-search.tsx";
import type { CollectionAnswer } from "./collection-action.server.ts";

interface CollectionFormProps {
  collection: StaffCollection | null;
  newId: string;
  categories: readonly { readonly id: string; readonly name: LocalText }[];
}

type ErrorOf = (name: string) => string | undefined;

/** Everything of a collection. */
export function CollectionForm({ collection, newId, categories }: CollectionFormProps) {
  const words = useCollectionWords();
  const fetcher = useFetcher<CollectionAnswer>();
  const [kind, setKind] = useState(collection?.kind ?? "manual");
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  const errorOf: ErrorOf = (name) =>
    reply?.problems?.[name] ? say(reply.problems[name]) : undefined;
  return (
    <fetcher.Form
      method="post"
      noValidate
      className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4 border border-rule p-4"
    >
      <input type="hidden" name="id" value={collection?.id ?? newId} />
      <input type="hidden" name="version" value={collection?.version ?? 0} />
      <BothTexts
        name="name"
        label={words.name}
        max={80}
        values={collection?.name}
        errorOf={errorOf}
      />
      <BothTexts
        name="description"
        label={words.description}
        max={300}
        values={collection?.description}
        errorOf={errorOf}
      />
      <Field label={words.slug} hint={words.slugHint} error={errorOf("slug")} optional>
        {(parts) => (
          <TextInput
            {...parts}
            name="slug"
            className="figures"
            maxLength={80}
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={collection?.slug ?? ""}
          />
        )}
      </Field>
      <fieldset className="grid gap-1">
        <legend className="text-sm font-semibold">{words.kind}</legend>
        <div className="flex flex-wrap gap-x-6">
          {(["manual", "rule"] as const).map((name) => (
            <label key={name} className="flex min-h-11 items-center gap-2">
              <input
                type="radio"
                name="kind"
                value={name}
                checked={kind === name}
                onChange={() => setKind(name)}
                className="size-5 accent-carbon"
              />
              {words.kinds[name]}
            </label>
          ))}
        </div>
      </fieldset>
      {kind === "manual" ? (
        <ChosenProducts start={collection?.products ?? []} error={errorOf("product_ids")} />
      ) : (
        <RuleFields collection={collection} categories={categories} errorOf={errorOf} />
      )}
      <Field label={words.sort} error={errorOf("sort")}>
        {(parts) => (
          <Select
            {...parts}
            key={kind}
            name="sort"
            className="w-full"
            defaultValue={
              collection?.kind === kind
                ? collection.sort
                : kind === "manual"
                  ? "manual"
                  : "best_selling"
            }
          >
            {collectionSorts
              .filter((one) => one !== "manual" || kind === "manual")
              .map((one) => (
                <option key={one} value={one}>
                  {words.sorts[one]}
                </option>
              ))}
          </Select>
        )}
      </Field>
      <Checkbox
        name="published"
        label={words.published}
        defaultChecked={collection?.published ?? false}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {(["published_from", "published_to"] as const).map((name) => (
          <Field
            key={name}
            label={name === "published_from" ? words.from : words.to}
            hint={words.timeHint}
            error={errorOf(name)}
            optional
          >
            {(parts) => (
              <TextInput
                {...parts}
                name={name}
                type="datetime-local"
                className="figures"
                max="2999-12-31T23:59"
                defaultValue={collection?.[name] ?? ""}
              />
            )}
          </Field>
        ))}
      </div>
      <BothTexts
        name="seo.title"
        label={words.seoTitle}
        max={80}
        values={collection?.seo.title}
        errorOf={errorOf}
      />
      <BothTexts
        name="seo.description"
        label={words.seoDescription}
        max={200}
        values={collection?.seo.description}
        errorOf={errorOf}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" name="intent" value="save" busy={busy}>
          {words.save}
        </Button>
        <p role="status" className={reply?.problem ? "text-stamp" : "text-muted"}>
          {reply?.problem ? say(reply.problem) : reply?.done ? words.saved : ""}
        </p>
        {collection ? (
          <Button
            type="submit"
            name="intent"
            value="delete"
            look="danger"
            busy={busy}
            className="ml-auto"
          >
            {words.delete}
          </Button>
        ) : null}
      </div>
    </fetcher.Form>
  );
}

interface BothTextsProps {
  name: string;
  label: string;
  max: number;
  values: LocalText | undefined;
  errorOf: ErrorOf;
}

/** A text in both languages, side by side. */
function BothTexts({ name, label, max, values, errorOf }: BothTextsProps) {
  const words = useCollectionWords();
  return (
    <div className="grid items-start gap-3 md:grid-cols-2">
      {languages.map((language) => (
        <Field
          key={language}
          label={`${label} (${words.languages[language]})`}
          error={errorOf(`${name}.${language}`)}
          optional={name !== "name" || language === "en"}
        >
          {(parts) => (
            <TextInput
              {...parts}
              name={`${name}.${language}`}
              lang={language}
              maxLength={max}
              defaultValue={values?.[language] ?? ""}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

interface ChosenProductsProps {
  start: StaffCollection["products"];
  error: string | undefined;
}

/** The products of a collection by hand, in their order. */
function ChosenProducts({ start, error }: ChosenProductsProps) {
  const words = useCollectionWords();
  const language = useLanguage();
  const [products, setProducts] = useState(start);
  const move = (place: number, by: number) => {
    const product = products[place];
    if (product) setProducts(products.toSpliced(place, 1).toSpliced(place + by, 0, product));
  };
  return (
    <div className="grid gap-3">
      <ProductSearch
        label={words.findProducts}
        error={error}
        onChoose={(hit) =>
          setProducts([
            ...products.filter(({ id }) => id !== hit.id),
            { id: hit.id, name: hit.name },
          ])
        }
      />
      {products.length > 0 ? (
        <ol aria-label={words.products} className="border-t border-rule">
          {products.map(({ id, name }, place) => {
            const shown = inLanguage(name, language);
            return (
              <li key={id} className="flex items-center gap-1 border-b border-rule">
                <input type="hidden" name="product" value={id} />
                <span className="figures w-8 shrink-0 text-right text-muted">{place + 1}</span>
                <span className="min-w-0 grow px-2 wrap-anywhere">{shown}</span>
                <IconButton
                  icon="arrow-up"
                  label={words.up(shown)}
                  aria-disabled={place === 0 || undefined}
                  className="aria-disabled:opacity-35"
                  onClick={() => (place > 0 ? move(place, -1) : undefined)}
                />
                <IconButton
                  icon="arrow-down"
                  label={words.down(shown)}
                  aria-disabled={place === products.length - 1 || undefined}
                  className="aria-disabled:opacity-35"
                  onClick={() => (place < products.length - 1 ? move(place, 1) : undefined)}
                />
                <IconButton
                  icon="x"
                  label={words.remove(shown)}
                  onClick={() => setProducts(products.filter((other) => other.id !== id))}
                />
              </li>
            );
          })}
        </ol>
      ) : null}
    </div>
  );
}

interface RuleFieldsProps {
  collection: StaffCollection | null;
  categories: CollectionFormProps["categories"];
  errorOf: ErrorOf;
}

function RuleFields({ collection, categories, errorOf }: RuleFieldsProps) {
  const words = useCollectionWords();
  const language = useLanguage();
  const rule = collection?.rule ?? {};
  const numbers = [
    { name: "price_min", label: words.priceMin },
    { name: "price_max", label: words.priceMax },
    { name: "newest_days", label: words.newestDays },
  ] as const;
  return (
    <div className="grid gap-4">
      <p className="text-muted">{words.ruleHint}</p>
      <fieldset className="grid gap-1">
        <legend className="text-sm font-semibold">{words.categories}</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {categories.map(({ id, name }) => (
            <Checkbox
              key={id}
              name="category"
              value={id}
              label={inLanguage(name, language)}
              defaultChecked={rule.category_ids?.includes(id) ?? false}
            />
          ))}
        </div>
      </fieldset>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {numbers.map(({ name, label }) => (
          <Field key={name} label={label} error={errorOf(`rule.${name}`)} optional>
            {(parts) => (
              <TextInput
                {...parts}
                name={name}
                inputMode="numeric"
                className="figures"
                maxLength={20}
                defaultValue={rule[name] ?? ""}
              />
            )}
          </Field>
        ))}
      </div>
      <Checkbox name="in_stock" label={words.inStock} defaultChecked={rule.in_stock ?? false} />
      <Checkbox name="on_sale" label={words.onSale} defaultChecked={rule.on_sale ?? false} />
    </div>
  );
}
