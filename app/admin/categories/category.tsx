import { data, redirect } from "react-router";
import { categoryWords, useCategoryWords } from "#app/admin/categories/messages/categories.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Link } from "#app/ui/link.tsx";
import { inLanguage, type LocalText, localPath } from "#base/language.ts";
import {
  listStaffCategories,
  type StaffCategory,
} from "#shop/catalogue/products/categories/categories.server.ts";
import {
  listCategoryChoices,
  listCategoryPictures,
} from "#shop/catalogue/products/categories/category-choices.server.ts";
import { may } from "#shop/kernel/access.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/category";
import { answerCategories } from "./category-action.server.ts";
import { CategoryForm } from "./category-form.tsx";
import { EndCategory } from "./end-category.tsx";

export const meta: Route.MetaFunction = (source) => {
  const language = languageOf(source.location.pathname);
  const found = source.loaderData as { category?: { name: LocalText } | null } | undefined;
  const name = found?.category?.name;
  return pageMeta(source, {
    title: name ? inLanguage(name, language) : categoryWords(language).add,
    hidden: true,
  });
};

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const isNew = params.id === "New";
  const staff = staffWith(context, isNew ? "products.edit" : "products.read");
  const all = await listStaffCategories(staff);
  const category: StaffCategory | null | undefined = isNew
    ? null
    : all.find(({ id }) => id === params.id);
  if (category === undefined) throw data(null, { status: 404 });
  const [choices, pictures] = await Promise.all([
    listCategoryChoices(staff, languageOf(url.pathname)),
    category ? listCategoryPictures(staff, category.id, languageOf(url.pathname)) : [],
  ]);
  const isBelow = new Set(
    all.filter(({ path }) => category && path.includes(category.id)).map(({ id }) => id),
  );
  const levels = new Map(all.map(({ id, path }) => [id, path.length]));
  const others = choices.filter(({ value }) => !isBelow.has(value));
  return {
    category,
    pictures,
    newId: crypto.randomUUID(),
    /** Every category that is not below this one. */
    others,
    parents: others.filter(({ value }) => (levels.get(value) ?? 0) < 4),
    mayEdit: may(staff, "products.edit"),
    mayDelete: may(staff, "products.delete"),
  };
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const answer = await answerCategories(
    staffWith(context, "products.edit"),
    await readForm(request),
  );
  const address = (path: string) => localPath(languageOf(url.pathname), path);
  if (answer.done === "delete") throw redirect(address("/admin/Categories"));
  if (answer.done === "merge" || (answer.done === "save" && params.id === "New")) {
    throw redirect(address(`/admin/Categories/${answer.of}`));
  }
  return answer;
}

/** A category: its texts, its place, and its end. */
export default function AdminCategory({ loaderData }: Route.ComponentProps) {
  const { category, others, parents, pictures, newId, mayEdit, mayDelete } = loaderData;
  const words = useCategoryWords();
  const language = useLanguage();
  const to = useLocalPath();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Link to={to("/admin/Categories")} className="link justify-self-start">
        {words.back}
      </Link>
      <h1 tabIndex={-1} className="text-2xl wrap-anywhere">
        {category ? inLanguage(category.name, language) : words.add}
      </h1>
      {category ? (
        <p className="flex flex-wrap gap-x-6 gap-y-1">
          <span className="figures text-muted">{words.products(category.products_below)}</span>
          <Link to={`${to("/admin/Products")}?filter=category.any:${category.id}`} className="link">
            {words.show}
          </Link>
        </p>
      ) : null}
      {mayEdit ? (
        <CategoryForm
          key={category?.id ?? "new"}
          category={category}
          newId={newId}
          parents={parents}
          pictures={pictures}
        />
      ) : null}
      {category && mayEdit && mayDelete ? (
        <EndCategory key={category.id} category={category} others={others} />
      ) : null}
    </div>
  );
}
