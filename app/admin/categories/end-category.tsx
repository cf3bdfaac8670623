import { useFetcher } from "react-router";
import { useCategoryWords } from "#app/admin/categories/messages/categories.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Select } from "#app/ui/select.tsx";
import type { StaffCategory } from "#shop/catalogue/products/categories/categories.server.ts";
import type { CategoryAnswer } from "./category-action.server.ts";

interface EndCategoryProps {
  category: StaffCategory;
  others: readonly { readonly value: string; readonly label: string }[];
}

/** Merges a category into another one, or deletes an empty one. */
export function EndCategory({ category, others }: EndCategoryProps) {
  const words = useCategoryWords();
  const fetcher = useFetcher<CategoryAnswer>();
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  return (
    <fetcher.Form
      method="post"
      noValidate
      className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4 border border-rule p-4"
    >
      <h2 className="text-lg">{words.end}</h2>
      <input type="hidden" name="id" value={category.id} />
      {others.length > 0 ? (
        <>
          <Field
            label={words.into}
            hint={words.mergeText}
            error={reply?.problems?.into ? say(reply.problems.into) : undefined}
          >
            {(parts) => (
              <Select {...parts} name="into" defaultValue="" className="w-full">
                <option value="">{words.choose}</option>
                {others.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Button
            type="submit"
            name="intent"
            value="merge"
            look="danger"
            busy={busy}
            className="justify-self-start"
          >
            {words.merge}
          </Button>
        </>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule pt-4">
        <Button type="submit" name="intent" value="delete" look="danger" busy={busy}>
          {words.remove}
        </Button>
        <span className="text-muted">{words.removeText}</span>
      </div>
      {reply?.problem ? <Notice tone="error">{say(reply.problem)}</Notice> : null}
    </fetcher.Form>
  );
}
