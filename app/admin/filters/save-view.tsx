import { useState } from "react";
import { Form, useLocation } from "react-router";
import { useFilterWords } from "#app/admin/filters/messages/filters.ts";
import { useLocalPath } from "#app/language.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { ViewedListName } from "#shop/office/saved-views/lists.ts";
import type { SavedView } from "#shop/office/saved-views/saved-views.server.ts";
import type { ListAddress } from "./list-address.ts";

interface SaveViewProps {
  list: ViewedListName;
  address: ListAddress;
  views: readonly SavedView[];
  mayShare: boolean;
}

/** Letters of a name; the use case refuses more. */
const maxName = 60;

/** Saves the present filter and order as a view; of a view that is open, changes and deletes it. */
export function SaveView({ list, address, views, mayShare }: SaveViewProps) {
  const { views: words } = useFilterWords();
  const to = useLocalPath();
  const { pathname, search } = useLocation();
  const [newId] = useState(() => crypto.randomUUID());
  const open = views.find(({ id, mayChange }) => id === address.view && mayChange);
  const problem = new URLSearchParams(search).get("view_problem") ?? "";
  const error = Object.hasOwn(words.problems, problem)
    ? words.problems[problem as keyof typeof words.problems]
    : undefined;
  if (!open && (address.problem || (!address.filter && !address.sort))) return null;
  return (
    <details key={`${search}`} open={error !== undefined} className="relative">
      <summary className="flex min-h-9 cursor-pointer items-center border border-dashed border-control px-3 whitespace-nowrap hover:border-ink [&::-webkit-details-marker]:hidden">
        {open ? words.manage : words.save}
      </summary>
      <Form
        method="post"
        action={to("/admin/Views")}
        className="absolute top-full right-0 z-20 mt-1 grid w-72 max-w-[calc(100vw-2rem)] gap-3 border border-ink bg-card p-4 shadow-lg"
      >
        <input type="hidden" name="id" value={open?.id ?? newId} />
        <input type="hidden" name="list" value={list} />
        <input type="hidden" name="filter" value={address.filter} />
        <input type="hidden" name="sort" value={address.sort} />
        <input type="hidden" name="back" value={`${pathname}${search}`} />
        <Field label={words.name} error={error}>
          {(parts) => (
            <TextInput
              {...parts}
              name="name"
              required
              maxLength={maxName}
              autoComplete="off"
              defaultValue={open?.name}
            />
          )}
        </Field>
        {open ? (
          <>
            {open.isBroken ? <p className="text-sm text-muted">{words.brokenText}</p> : null}
            <Button type="submit" name="intent" value="change">
              {words.submit}
            </Button>
            <Button type="submit" name="intent" value="delete" look="danger" formNoValidate>
              {words.remove}
            </Button>
          </>
        ) : (
          <>
            {mayShare ? (
              <label className="flex min-h-9 items-center gap-2.5">
                <input type="checkbox" name="shared" className="size-4 accent-carbon" />
                {words.share}
              </label>
            ) : null}
            <Button type="submit" name="intent" value="add">
              {words.submit}
            </Button>
          </>
        )}
      </Form>
    </details>
  );
}
