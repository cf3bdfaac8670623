import { useFetcher } from "react-router";
import { useLocalPath } from "#app/language.ts";
import { useCategoryWords } from "#app/messages/admin/categories.ts";
import { useEditingWords } from "#app/messages/admin/editing.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { languages } from "#base/language.ts";
import type { StaffCategory } from "#shop/products/categories.server.ts";
import type { CategoryAnswer } from "./category-action.server.ts";

interface CategoryFormProps {
  /** The id of a new category; of a stored one, its own. */
  newId: string;
  /** Undefined: a new one. */
  category: StaffCategory | undefined;
  mayDelete: boolean;
}

/** Name, description, address and visibility of a category. */
export function CategoryForm({ newId, category, mayDelete }: CategoryFormProps) {
  const words = useCategoryWords();
  const editing = useEditingWords();
  const to = useLocalPath();
  const fetcher = useFetcher<CategoryAnswer>();
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  const errorOf = (name: string) =>
    reply?.problems?.[name] ? say(reply.problems[name] ?? "") : undefined;
  return (
    <fetcher.Form method="post" noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <input type="hidden" name="id" value={newId} />
      <input type="hidden" name="version" value={category?.version ?? 0} />
      {(["name", "description"] as const).map((name) => (
        <div key={name} className="grid items-start gap-3 md:grid-cols-2">
          {languages.map((language) => (
            <Field
              key={language}
              label={`${words[name]} (${editing.languages[language]})`}
              error={errorOf(`${name}.${language}`)}
              optional={name === "description" || language === "en"}
            >
              {(parts) => (
                <TextInput
                  {...parts}
                  name={`${name}.${language}`}
                  lang={language}
                  maxLength={name === "name" ? 80 : 300}
                  defaultValue={category?.[name][language] ?? ""}
                />
              )}
            </Field>
          ))}
        </div>
      ))}
      <Field label={words.slug} hint={words.slugHint} error={errorOf("slug")} optional>
        {(parts) => (
          <TextInput
            {...parts}
            name="slug"
            className="figures"
            maxLength={80}
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={category?.slug ?? ""}
          />
        )}
      </Field>
      <Checkbox
        name="published"
        label={words.published}
        defaultChecked={category?.published ?? true}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" name="intent" value="save" busy={busy}>
          {words.save}
        </Button>
        {category ? (
          <Link to={`${to("/admin/Products")}?category=${category.id}`} className="link">
            {words.show}
          </Link>
        ) : null}
        <p role="status" className={reply?.problem ? "text-stamp" : "text-muted"}>
          {reply?.problem ? say(reply.problem) : reply?.done === "save" ? words.saved : ""}
        </p>
        {category && mayDelete ? (
          <div className="ml-auto flex flex-wrap items-center gap-x-3">
            <span className="text-muted">{words.removeText(category.products)}</span>
            <Button type="submit" name="intent" value="delete" look="danger" busy={busy}>
              {words.remove}
            </Button>
          </div>
        ) : null}
      </div>
    </fetcher.Form>
  );
}
