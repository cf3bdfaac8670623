import * as v from "valibot";
import { formProblems } from "#app/form-problems.server.ts";
import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/access.ts";
import {
  categorySchema,
  deleteCategory,
  moveCategory,
  saveCategory,
} from "#shop/products/categories.server.ts";
import { mergeCategory } from "#shop/products/merge-categories.server.ts";

export interface CategoryAnswer {
  readonly done?: "save" | "move" | "delete" | "merge";
  /** The id of the category that this is about. */
  readonly of: string;
  /** A stable code; the page has words for it. */
  readonly problem?: string;
  /** A code for each field. */
  readonly problems?: Readonly<Record<string, string>>;
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
    case "save": {
      const both = (name: string) => ({ id: text(`${name}.id`), en: text(`${name}.en`) });
      const input = v.safeParse(categorySchema, {
        id,
        version: /^\d{1,9}$/.test(text("version")) ? Number(text("version")) : Number.NaN,
        name: both("name"),
        description: both("description"),
        slug: text("slug"),
        published: text("published") === "on",
        parent_id: text("parent_id") || null,
        seo: { title: both("seo.title"), description: both("seo.description") },
        picture_id: text("picture_id") || null,
      });
      if (!input.success) return { of: id, problems: formProblems(input.issues) };
      const saved = await saveCategory(actor, input.output);
      return saved.ok ? { of: id, done: "save" } : { of: id, problem: saved.problem };
    }
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
