import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, violatedConstraint } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { type Translated, translated } from "./typed-values.ts";

export interface ShippingClass {
  readonly slug: string;
  readonly name: Translated;
  readonly built_in: boolean;
  readonly version: number;
  /** Products with this class, and methods that name it. */
  readonly products: number;
  readonly methods: number;
}

export const classSchema = v.object({
  slug: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(40, "too_long"),
    v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "slug_invalid"),
  ),
  name: translated(60),
});
export type ClassInput = v.InferOutput<typeof classSchema>;

export type ClassProblem =
  | "class_taken"
  | "class_unknown"
  | "class_in_use"
  | "class_built_in"
  | "changed_meanwhile"
  | "not_permitted";

export async function listClasses(): Promise<readonly ShippingClass[]> {
  return asShop()<ShippingClass[]>`
    select c.slug, c.name, c.built_in, c.version,
      (select count(*)::int from (select from products where shipping_class = c.slug limit 1001) p) as products,
      (select count(*)::int from shipping_method_classes where class = c.slug) as methods
    from shipping_classes c order by c.position, c.slug`;
}

/** @param version what was read; null adds a class. The code of a class never changes. */
export async function saveClass(
  actor: Person,
  version: number | null,
  input: ClassInput,
): Promise<Result<null, ClassProblem>> {
  return guarded(() =>
    asStaff<null, ClassProblem>(actor, "shipping.edit", async (sql) => {
      const name = sql.json({ ...input.name });
      if (version === null) {
        await sql`
          insert into shipping_classes (slug, name, position)
          select ${input.slug}, ${name}::jsonb, coalesce(max(position) + 1, 0) from shipping_classes`;
        return ok(null);
      }
      const [row] = await sql`
        update shipping_classes set name = ${name}
        where slug = ${input.slug} and version = ${version} returning slug`;
      if (row) return ok(null);
      const [exists] = await sql`select from shipping_classes where slug = ${input.slug}`;
      return fail(exists ? "changed_meanwhile" : "class_unknown");
    }),
  );
}

/** Deletes a class of the shop that neither a product nor a method has. A repeated call deletes once. */
export async function deleteClass(
  actor: Person,
  slug: string,
): Promise<Result<null, ClassProblem>> {
  return guarded(() =>
    asStaff<null, ClassProblem>(actor, "shipping.edit", async (sql) => {
      await sql`delete from shipping_classes where slug = ${slug}`;
      return ok(null);
    }),
  );
}

const problems: Readonly<Record<string, ClassProblem>> = {
  shipping_classes_pkey: "class_taken",
  product_shipping_class_unknown: "class_in_use",
  method_shipping_class_unknown: "class_in_use",
  shipping_class_built_in: "class_built_in",
};

async function guarded(
  work: () => Promise<Result<null, ClassProblem>>,
): Promise<Result<null, ClassProblem>> {
  try {
    return await work();
  } catch (error) {
    const problem = problems[violatedConstraint(error) ?? ""];
    if (problem === undefined) throw error;
    return fail(problem);
  }
}
