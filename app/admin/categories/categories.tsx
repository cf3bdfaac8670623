import { useFetcher } from "react-router";
import { categoryWords, useCategoryWords } from "#app/admin/categories/messages/categories.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { ButtonLink, IconButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { inLanguage } from "#base/language.ts";
import {
  listStaffCategories,
  type StaffCategory,
} from "#shop/catalogue/products/categories/categories.server.ts";
import { may } from "#shop/kernel/access.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/categories";
import { answerCategories, type CategoryAnswer } from "./category-action.server.ts";

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
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerCategories(staffWith(context, "products.edit"), await readForm(request));
}

/** The tree of the categories in the order of the shop window. */
export default function AdminCategories({ loaderData }: Route.ComponentProps) {
  const { categories, mayEdit } = loaderData;
  const words = useCategoryWords();
  const to = useLocalPath();
  const add = mayEdit ? (
    <ButtonLink to={to("/admin/Categories/New")} icon="plus">
      {words.add}
    </ButtonLink>
  ) : undefined;
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid gap-1">
          <h1 tabIndex={-1} className="text-2xl">
            {words.title}
          </h1>
          <p className="text-muted">{words.lead}</p>
        </div>
        {categories.length > 0 ? add : null}
      </header>
      {categories.length === 0 ? (
        <EmptyState title={words.empty} action={add}>
          {words.emptyText}
        </EmptyState>
      ) : (
        <Branch categories={categories} parent={null} mayEdit={mayEdit} />
      )}
    </div>
  );
}

interface BranchProps {
  categories: readonly StaffCategory[];
  parent: string | null;
  mayEdit: boolean;
}

function Branch({ categories, parent, mayEdit }: BranchProps) {
  const siblings = categories.filter(({ parent_id }) => parent_id === parent);
  if (siblings.length === 0) return null;
  return (
    <ol className={parent === null ? "border-t border-ink" : "w-full pl-4 sm:pl-10"}>
      {siblings.map((category, place) => (
        <li
          key={category.id}
          className={parent === null ? "border-b border-rule" : "border-t border-rule"}
        >
          <Row category={category} place={place} count={siblings.length} mayEdit={mayEdit} />
          <Branch categories={categories} parent={category.id} mayEdit={mayEdit} />
        </li>
      ))}
    </ol>
  );
}

interface RowProps {
  category: StaffCategory;
  /** Among its parent's; 0 is the first. */
  place: number;
  count: number;
  mayEdit: boolean;
}

function Row({ category, place, count, mayEdit }: RowProps) {
  const words = useCategoryWords();
  const language = useLanguage();
  const to = useLocalPath();
  const fetcher = useFetcher<CategoryAnswer>();
  const name = inLanguage(category.name, language);
  const problem = fetcher.state === "idle" ? fetcher.data?.problem : undefined;
  return (
    <div className="relative flex flex-wrap items-center gap-x-2 py-1 hover:bg-card">
      {mayEdit ? (
        <fetcher.Form method="post" className="relative z-1 flex">
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
      <div className="min-w-0 grow basis-40 py-1">
        <Link
          to={to(`/admin/Categories/${category.id}`)}
          className="font-semibold wrap-anywhere text-carbon after:absolute after:inset-0"
        >
          {name}
        </Link>
        <span className="figures block text-sm text-muted">
          {words.products(category.products_below)}
          {category.published ? "" : ` · ${words.hidden}`}
        </span>
      </div>
      {problem ? (
        <p role="alert" className="w-full text-stamp">
          {wordsFor(words.problems, problem, "invalid_input")}
        </p>
      ) : null}
    </div>
  );
}
