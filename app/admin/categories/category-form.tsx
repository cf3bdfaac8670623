import { useFetcher } from "react-router";
import { useCategoryWords } from "#app/admin/categories/messages/categories.ts";
import { firstValue } from "#app/admin/kit/form/form-values.ts";
import { NamedLocalText } from "#app/admin/kit/form/local-text.tsx";
import { VersionedFields } from "#app/admin/kit/form/versioned-fields.tsx";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Picture } from "#app/ui/domain/picture.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { LocalText } from "#base/language.ts";
import type { Thumbnail } from "#shop/catalogue/catalogue.ts";
import type { StaffCategory } from "#shop/catalogue/products/categories/categories.server.ts";
import type { CategoryAnswer } from "./category-action.server.ts";
import { categoryValues } from "./category-values.ts";

interface CategoryFormProps {
  /** Null: a new one. */
  category: StaffCategory | null;
  /** The id of a new category. */
  newId: string;
  /** What it may be put below. */
  parents: readonly { readonly value: string; readonly label: string }[];
  pictures: readonly { readonly id: string; readonly of: string; readonly picture: Thumbnail }[];
}

/** Texts, place, picture and visibility of a category. */
export function CategoryForm({ category, newId, parents, pictures }: CategoryFormProps) {
  const words = useCategoryWords();
  const fetcher = useFetcher<CategoryAnswer>();
  const busy = fetcher.state !== "idle";
  const answer = fetcher.data;
  const reply = busy ? undefined : answer;
  const stored = category ? categoryValues(category) : {};
  // After a conflict the typed values, merged with a colleague's changes; otherwise the stored ones.
  const values = answer?.values ?? stored;
  const text = (name: string) => firstValue(values, name);
  const textOf = (name: string): LocalText => ({ id: text(`${name}.id`), en: text(`${name}.en`) });
  const valueText = (name: string, value: string) => {
    switch (name) {
      case "published":
        return value === "on" ? words.published : words.hidden;
      case "parent_id":
        return parents.find((parent) => parent.value === value)?.label ?? words.firstLevel;
      case "picture_id":
        return pictures.find(({ id }) => id === value)?.of ?? words.pictureOfBestSeller;
      default:
        return value;
    }
  };
  const form = `category-${category?.id ?? newId}`;
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  const errorOf = (name: string) =>
    reply?.problems?.[name] ? say(reply.problems[name]) : undefined;
  const both = (name: string) => ({ name, errorOf });
  return (
    <fetcher.Form
      key={answer?.remount ?? "loaded"}
      id={form}
      method="post"
      noValidate
      className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4 border border-rule p-4"
    >
      <input type="hidden" name="id" value={category?.id ?? newId} />
      <VersionedFields
        form={form}
        answer={answer}
        stored={stored}
        version={category?.version ?? 0}
        labels={labelsOf(words)}
        say={valueText}
      />
      <NamedLocalText {...both("name")} label={words.name} maxLength={80} start={textOf("name")} />
      <NamedLocalText
        {...both("description")}
        label={words.description}
        maxLength={300}
        start={textOf("description")}
      />
      <Field label={words.parent} hint={words.parentHint} error={errorOf("parent_id")}>
        {(parts) => (
          <Select {...parts} name="parent_id" defaultValue={text("parent_id")} className="w-full">
            <option value="">{words.firstLevel}</option>
            {parents.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={words.slug} hint={words.slugHint} error={errorOf("slug")} optional>
        {(parts) => (
          <TextInput
            {...parts}
            name="slug"
            className="figures"
            maxLength={80}
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={text("slug")}
          />
        )}
      </Field>
      {pictures.length > 0 ? (
        <fieldset className="grid gap-2">
          <legend className="text-sm font-semibold">{words.picture}</legend>
          <Checkbox
            type="radio"
            name="picture_id"
            value=""
            label={words.pictureOfBestSeller}
            defaultChecked={text("picture_id") === ""}
          />
          <div className="flex flex-wrap gap-2">
            {pictures.map(({ id, of, picture }) => (
              <label
                key={id}
                className="relative block size-20 border border-control has-checked:border-2 has-checked:border-carbon has-focus-visible:outline-2 has-focus-visible:outline-carbon"
              >
                <input
                  type="radio"
                  name="picture_id"
                  value={id}
                  defaultChecked={text("picture_id") === id}
                  className="tick absolute top-1 left-1 z-1"
                />
                <Picture picture={picture} sizes="80px" widest={320} alt={of} />
              </label>
            ))}
          </div>
        </fieldset>
      ) : (
        <input type="hidden" name="picture_id" value={text("picture_id")} />
      )}
      <NamedLocalText
        {...both("seo.title")}
        label={words.seoTitle}
        maxLength={70}
        start={textOf("seo.title")}
      />
      <NamedLocalText
        {...both("seo.description")}
        label={words.seoDescription}
        maxLength={200}
        start={textOf("seo.description")}
      />
      <Checkbox
        name="published"
        label={words.published}
        defaultChecked={category === null || text("published") === "on"}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" name="intent" value="save" busy={busy}>
          {words.save}
        </Button>
        <p role="status" className={reply?.problem ? "text-stamp" : "text-muted"}>
          {reply?.problem ? say(reply.problem) : saidOf(reply?.done, words)}
        </p>
      </div>
    </fetcher.Form>
  );
}

type Words = ReturnType<typeof useCategoryWords>;

function saidOf(done: CategoryAnswer["done"], words: Words): string {
  if (done === "save") return words.saved;
  return done === "combined" ? words.combined : "";
}

/** The names of the fields where two people changed one. */
function labelsOf(words: Words): Readonly<Record<string, string>> {
  const both = (name: string, label: string) => ({
    [`${name}.id`]: words.inIndonesian(label),
    [`${name}.en`]: words.inEnglish(label),
  });
  return {
    ...both("name", words.name),
    ...both("description", words.description),
    ...both("seo.title", words.seoTitle),
    ...both("seo.description", words.seoDescription),
    parent_id: words.parent,
    slug: words.slug,
    picture_id: words.picture,
    published: words.published,
  };
}
