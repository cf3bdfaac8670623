import { useFetcher } from "react-router";
import { languageOf, useLanguage } from "#app/language.ts";
import { categoryWords, useCategoryWords } from "#app/messages/admin/categories.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { IconButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { inLanguage } from "#base/language.ts";
import { may } from "#shop/access.ts";
import { listStaffCategories, type StaffCategory } from "#shop/products/categories.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/categories";
import { answerCategories, type CategoryAnswer } from "./category-action.server.ts";
import { CategoryForm } from "./category-form.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: categoryWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const staff = staffWith(context, "products.read");
  return {
    categories: await listStaffCategories(staff),
    mayEdit: may(staff, "products.edit"),
    mayDelete: may(staff, "products.delete"),
    id: crypto.randomUUID(),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerCategories(staffWith(context, "products.edit"), await readForm(request));
}

/** All categories in the order of the shop window, each with its form. */
export default function AdminCategories({ loaderData }: Route.ComponentProps) {
  const { categories, mayEdit, mayDelete, id } = loaderData;
  const words = useCategoryWords();
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl">
          {words.title}
        </h1>
        <p className="text-muted">{words.lead}</p>
      </header>
      {categories.length === 0 ? (
        <EmptyState title={words.empty}>{words.emptyText}</EmptyState>
      ) : (
        <ol className="border-t border-ink">
          {categories.map((category, index) => (
            <Row
              key={category.id}
              category={category}
              place={index}
              count={categories.length}
              mayEdit={mayEdit}
              mayDelete={mayDelete}
            />
          ))}
        </ol>
      )}
      {mayEdit ? (
        <section className="grid gap-4 border border-rule p-4">
          <h2 className="text-lg">{words.add}</h2>
          <CategoryForm key={id} newId={id} category={undefined} mayDelete={false} />
        </section>
      ) : null}
    </div>
  );
}

interface RowProps {
  category: StaffCategory;
  /** 0 is the first. */
  place: number;
  count: number;
  mayEdit: boolean;
  mayDelete: boolean;
}

function Row({ category, place, count, mayEdit, mayDelete }: RowProps) {
  const words = useCategoryWords();
  const language = useLanguage();
  const fetcher = useFetcher<CategoryAnswer>();
  const name = inLanguage(category.name, language);
  const problem = fetcher.state === "idle" ? fetcher.data?.problem : undefined;
  const facts = (
    <>
      <span className="block font-semibold wrap-anywhere">{name}</span>
      <span className="figures text-muted">
        {words.products(category.products)}
        {category.published ? "" : ` · ${words.hidden}`}
      </span>
    </>
  );
  return (
    <li className="flex flex-wrap items-start gap-x-2 border-b border-rule py-2">
      {mayEdit ? (
        <fetcher.Form method="post" className="flex">
          <input type="hidden" name="id" value={category.id} />
          <input type="hidden" name="intent" value="move" />
          {(["up", "down"] as const).map((way) => (
            <IconButton
              key={way}
              type="submit"
              name="place"
              value={way === "up" ? Math.max(0, place - 1) : Math.min(count - 1, place + 1)}
              icon={way === "up" ? "arrow-up" : "arrow-down"}
              label={words[way](name)}
              aria-disabled={place === (way === "up" ? 0 : count - 1) || undefined}
              className="aria-disabled:opacity-35"
            />
          ))}
        </fetcher.Form>
      ) : null}
      {mayEdit ? (
        <details className="min-w-0 grow basis-60">
          <summary className="min-h-11 py-0.5 hover:text-carbon">{facts}</summary>
          <div className="py-4">
            <CategoryForm
              key={category.version}
              newId={category.id}
              category={category}
              mayDelete={mayDelete}
            />
          </div>
        </details>
      ) : (
        <div className="min-w-0 grow py-0.5">{facts}</div>
      )}
      {problem ? (
        <p role="alert" className="w-full text-stamp">
          {wordsFor(words.problems, problem, "invalid_input")}
        </p>
      ) : null}
    </li>
  );
}
