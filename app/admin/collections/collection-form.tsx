import { useState } from "react";
import { useFetcher } from "react-router";
import { useCollectionWords } from "#app/admin/collections/messages/collections.ts";
import { NamedLocalText } from "#app/admin/kit/form/local-text.tsx";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { LocalText } from "#base/language.ts";
import type { StaffCollection } from "#shop/catalogue/collections/collection.ts";
import { collectionSorts } from "#shop/catalogue/collections/collection-sorts.ts";
import { ChosenProducts } from "./chosen-products.tsx";
import type { CollectionAnswer } from "./collection-action.server.ts";
import { RuleFields } from "./rule-fields.tsx";

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
      <NamedLocalText
        name="name"
        label={words.name}
        maxLength={80}
        start={collection?.name}
        errorOf={errorOf}
      />
      <NamedLocalText
        name="description"
        label={words.description}
        maxLength={300}
        start={collection?.description}
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
      <NamedLocalText
        name="seo.title"
        label={words.seoTitle}
        maxLength={80}
        start={collection?.seo.title}
        errorOf={errorOf}
      />
      <NamedLocalText
        name="seo.description"
        label={words.seoDescription}
        maxLength={200}
        start={collection?.seo.description}
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
