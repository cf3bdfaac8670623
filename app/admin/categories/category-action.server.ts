import * as v from "valibot";
import { type FormValues, firstValue } from "#app/admin/kit/form/form-values.ts";
import type { MergeAnswer } from "#app/admin/kit/form/merge-answer.ts";
import { saveMerged } from "#app/admin/kit/form/three-way.server.ts";
import { formProblems } from "#app/form-problems.server.ts";
import { isUuid } from "#base/uuid.ts";
import {
  categorySchema,
  deleteCategory,
  listStaffCategories,
  moveCategory,
  saveCategory,
} from "#shop/catalogue/products/categories/categories.server.ts";
import { mergeCategory } from "#shop/catalogue/products/categories/merge-categories.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { categoryValues } from "./category-values.ts";

export interface CategoryAnswer extends Omit<MergeAnswer, "done"> {
  /** `combined`: saved together with a colleague's changes. */
  readonly done?: "save" | "combined" | "move" | "delete" | "merge";
  /** The id of the category that this is about. */
  readonly of: string;
}

/** Handles the forms of the categories: save, move, merge, delete. */
export async function answerCategories(actor: Person, form: FormData): Promise<CategoryAnswer> {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.replaceAll("\0", "") : "";
  };
  const id = text("id");
  if (!isUuid(id)) return { of: "", problem: "invalid_input" };
  switch (text("intent")) {
    case "save":
      return saveForm(actor, id, form);
    case "move": {
      const place = text("place");
      if (!/^\d{1,6}$/.test(place)) return { of: id, problem: "invalid_input" };
      const moved = await moveCategory(actor, id, Number(place));
      return moved.ok ? { of: id, done: "move" } : { of: id, problem: moved.problem };
    }
    case "merge": {
      const into = text("into");
      if (!isUuid(into)) return { of: id, problems: { into: "required" } };
      const merged = await mergeCategory(actor, id, into);
      return merged.ok ? { of: into, done: "merge" } : { of: id, problem: merged.problem };
    }
    case "delete": {
      const deleted = await deleteCategory(actor, id);
      return deleted.ok ? { of: id, done: "delete" } : { of: id, problem: deleted.problem };
    }
    default:
      return { of: id, problem: "invalid_input" };
  }
}

async function saveForm(actor: Person, id: string, form: FormData): Promise<CategoryAnswer> {
  const { done, ...answer } = await saveMerged({
    form,
    sets: new Set(),
    save: async (values, version) => {
      const input = v.safeParse(categorySchema, inputOf(id, version, values));
      if (!input.success) return { ok: false, answer: { problems: formProblems(input.issues) } };
      const saved = await saveCategory(actor, input.output);
      if (saved.ok) return { ok: true, version: version + 1 };
      const { problem } = saved;
      return { ok: false, answer: { problem }, isStale: problem === "changed_meanwhile" };
    },
    read: async () => {
      const stored = (await listStaffCategories(actor)).find((category) => category.id === id);
      return stored && { values: categoryValues(stored), version: stored.version };
    },
  });
  if (!done) return { of: id, ...answer };
  // The page shows what is stored; after a merge its form begins anew.
  return done === "save"
    ? { of: id, done }
    : { of: id, done: "combined", ...(answer.remount && { remount: answer.remount }) };
}

function inputOf(id: string, version: number, values: FormValues) {
  const text = (name: string) => firstValue(values, name);
  const both = (name: string) => ({ id: text(`${name}.id`), en: text(`${name}.en`) });
  return {
    id,
    version,
    name: both("name"),
    description: both("description"),
    slug: text("slug"),
    published: text("published") === "on",
    parent_id: text("parent_id") || null,
    seo: { title: both("seo.title"), description: both("seo.description") },
    picture_id: text("picture_id") || null,
  };
}
