import { type Language, type LocalText, languages } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { LimitProblem } from "#shop/staff/approvals/approval.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import type { AuditEntry } from "#shop/staff/audit-entry.ts";
import { isSame } from "#shop/staff/three-way.ts";
import { findStaffCategory, saveCategory } from "./categories/categories.server.ts";
import { findStaffProduct } from "./find-product.server.ts";
import { saveVariantRows } from "./grid/variant-grid.server.ts";
import { puttableColumns } from "./put-back.ts";
import { refusalOf, writeProduct } from "./save-product.server.ts";

export type PutBackProblem =
  | "not_found"
  | LimitProblem
  /** The value is no longer what the entry made of it. */
  | "changed_since"
  /** What was right then is refused now: the address is another's, the class is gone. */
  | "refused";

/** What an entry made of one column of a thing. */
interface Change {
  readonly subjectId: string;
  /** The variant, if it is one. */
  readonly rowKey: string | null;
  readonly column: string;
  /** Of a text in two languages: only this one is put back. */
  readonly language: Language | undefined;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Puts one value back to what it was before an entry of the audit log, if it is still what the entry made of it. The use case
 * of the thing saves it, with its rules, limits and a new entry.
 * @param field a column, or one language of a text, e.g. `name.en`
 */
export async function putBack(
  actor: Person,
  entryId: number,
  field: string,
): Promise<Result<null, PutBackProblem>> {
  const [column = "", part] = field.split(".");
  const language = languages.find((name) => name === part);
  const [entry] = await asShop()<
    (Pick<AuditEntry, "action" | "changes" | "row_key"> & { subject_id: string | null })[]
  >`select action, changes, subject_id, row_key from audit_entries where id = ${entryId}`;
  const values = entry?.changes[column];
  if (!entry?.subject_id || !values || !puttableColumns(actor, entry).includes(column)) {
    return fail("not_found");
  }
  const [before, after] = values;
  const { subject_id: subjectId, row_key: rowKey } = entry;
  const change: Change = { subjectId, rowKey, column, language, before, after };
  switch (entry.action) {
    case "products.changed":
      return putBackProduct(actor, change);
    case "product_variants.changed":
      return putBackPrice(actor, change);
    default:
      return putBackCategory(actor, change);
  }
}

/** The value that a column gets, as an array of one; empty: it is no longer what the entry made of it. */
function valueBack(
  current: unknown,
  { language, before, after }: Change,
): readonly [] | readonly [unknown] {
  if (language === undefined) return isSame(current, after) ? [before] : [];
  if (!isLocalText(current) || !isLocalText(after) || !isLocalText(before)) return [];
  if (current[language] !== after[language]) return [];
  return [{ ...current, [language]: before[language] }];
}

function isLocalText(value: unknown): value is LocalText {
  return (
    typeof value === "object" &&
    value !== null &&
    languages.every((name) => typeof (value as Partial<LocalText>)[name] === "string")
  );
}

/** Unlike a save of the editor it leaves the actor's unsaved draft of the product. */
async function putBackProduct(
  actor: Person,
  change: Change,
): Promise<Result<null, PutBackProblem>> {
  const { subjectId, column } = change;
  const product = await findStaffProduct(actor, subjectId);
  if (!product) return fail("not_found");
  const { version, fields } = product;
  const [value] = valueBack(fields[column as keyof typeof fields], change);
  if (value === undefined) return fail("changed_since");
  const saver = { actorId: actor.id, mayPrice: false, mayCount: false };
  try {
    return await asStaff<null, PutBackProblem>(
      actor,
      "products.edit",
      async (sql) => {
        const saved = await writeProduct(sql, saver, subjectId, {
          version,
          before: fields as never,
          after: { ...fields, [column]: value } as never,
          variants: [],
          removed_variant_ids: [],
          counts: [],
          key: crypto.randomUUID(),
        });
        if (saved.ok) return ok(null);
        return fail(saved.problem.code === "changed_meanwhile" ? "changed_since" : "refused");
      },
      "not_found",
    );
  } catch (error) {
    if (refusalOf(error)) return fail("refused");
    throw error;
  }
}

async function putBackPrice(actor: Person, change: Change): Promise<Result<null, PutBackProblem>> {
  const { subjectId, rowKey, column } = change;
  const product = await findStaffProduct(actor, subjectId);
  const variant = product?.variants.find(({ id }) => id === rowKey);
  if (!variant) return fail("not_found");
  const { id, version, price, was_price, on_hand } = variant;
  const now = { price, was_price };
  const [value] = valueBack(now[column as keyof typeof now], change);
  if (value === undefined) return fail("changed_since");
  const wanted = { ...now, [column]: value as number | null };
  if (wanted.was_price !== null && wanted.was_price <= wanted.price) return fail("refused");
  const saved = await saveVariantRows(actor, crypto.randomUUID(), [
    { id, version, ...wanted, seen: on_hand, counted: on_hand },
  ]);
  if (saved.ok) return saved.value.kept.length > 0 ? fail("changed_since") : ok(null);
  const { code } = saved.problem;
  return fail(code === "waits_for_approval" || code === "nobody_may_approve" ? code : "refused");
}

async function putBackCategory(
  actor: Person,
  change: Change,
): Promise<Result<null, PutBackProblem>> {
  const { subjectId, column } = change;
  const category = may(actor, "products.edit")
    ? await findStaffCategory(actor, subjectId)
    : undefined;
  if (!category) return fail("not_found");
  const [value] = valueBack(category[column as keyof typeof category], change);
  if (value === undefined) return fail("changed_since");
  const saved = await saveCategory(actor, { ...category, [column]: value });
  if (saved.ok) return ok(null);
  if (saved.problem === "not_found") return fail("not_found");
  return fail(saved.problem === "changed_meanwhile" ? "changed_since" : "refused");
}
