import { useFetcher } from "react-router";
import { useCustomerWords } from "#app/admin/customers/messages/customers.ts";
import { Section } from "#app/admin/kit/section.tsx";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { CustomerAnswer } from "./customer-action.server.ts";

interface BuyerTagsProps {
  tags: readonly string[];
  mayTag: boolean;
}

export function BuyerTags({ tags, mayTag }: BuyerTagsProps) {
  const words = useCustomerWords();
  const { tagging } = words;
  const fetcher = useFetcher<CustomerAnswer>();
  const isBusy = fetcher.state !== "idle";
  const problem = isBusy ? undefined : fetcher.data?.problem;
  return (
    <Section title={words.tags}>
      {tags.length === 0 ? (
        <p className="text-muted">{tagging.none}</p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="flex min-h-9 max-w-full items-center border border-control">
              <span className="min-w-0 px-3">{tag}</span>
              {mayTag ? (
                <fetcher.Form method="post" className="no-print flex">
                  <input type="hidden" name="tag" value={tag} />
                  <button
                    type="submit"
                    name="intent"
                    value="untag"
                    aria-label={tagging.remove(tag)}
                    className="flex size-9 shrink-0 items-center justify-center hover:text-stamp"
                  >
                    <Icon name="x" className="size-4" />
                  </button>
                </fetcher.Form>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {mayTag ? (
        <fetcher.Form
          // A new key empties the field after the tag is stored.
          key={tags.join(",")}
          method="post"
          noValidate
          className="no-print flex flex-wrap items-end gap-2"
        >
          <span className="min-w-0 grow basis-40">
            <Field
              label={tagging.label}
              error={problem ? wordsFor(tagging.problems, problem, "invalid_input") : undefined}
            >
              {(parts) => <TextInput {...parts} name="tag" maxLength={40} autoComplete="off" />}
            </Field>
          </span>
          <Button type="submit" name="intent" value="tag" look="quiet" busy={isBusy}>
            {tagging.add}
          </Button>
        </fetcher.Form>
      ) : null}
    </Section>
  );
}
