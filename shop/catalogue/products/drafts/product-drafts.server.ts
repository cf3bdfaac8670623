import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, type Sql, violatedConstraint } from "#db/client.server.ts";
import { type ProductForm, productFormSchema } from "#shop/catalogue/products/product-form.ts";
import type { ProductSave } from "#shop/catalogue/products/product-input.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { type ShopTimeZone, shopInstant } from "#shop/kernel/time-zones.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { deleteDraft } from "./delete-draft.server.ts";

/** What a person typed into the editor of a product and has not applied. Times are ISO 8601. */
export interface ProductDraft {
  readonly form: ProductForm;
  readonly revision: number;
  readonly updated_at: string;
  /** When it is applied by itself. */
  readonly apply_at: string | null;
  /** The code of what kept it from being applied at its time. */
  readonly problem: string | null;
}

/** Somebody else's draft of the same product. */
export interface OthersDraft {
  readonly author_id: string;
  readonly author: string;
  readonly updated_at: string;
  readonly apply_at: string | null;
}

export interface ProductDrafts {
  /** Null when there is none, or when an earlier release kept it in another form. */
  readonly mine: ProductDraft | null;
  readonly others: readonly OthersDraft[];
}

export type DraftProblem =
  | "not_permitted"
  | "not_found"
  | "draft_changed_elsewhere"
  | "draft_too_large"
  | "draft_scheduled"
  | "apply_at_invalid"
  | "apply_at_past"
  | "counts_not_scheduled"
  /** Nobody would be there to ask a colleague when its time comes. */
  | "price_cut_over_limit";

interface Row {
  readonly author_id: string;
  readonly author: string;
  readonly form: unknown;
  readonly revision: number;
  readonly updated_at: Date;
  readonly apply_at: Date | null;
  readonly problem: string | null;
}

/** The drafts of a product: the actor's own whole, those of others by name. None for staff who may not edit. */
export async function findProductDrafts(actor: Person, productId: string): Promise<ProductDrafts> {
  if (!may(actor, "products.edit") || !isUuid(productId)) return { mine: null, others: [] };
  const rows = await readDrafts(asShop(), productId, actor.id);
  const mine = rows.find(({ author_id }) => author_id === actor.id);
  return {
    mine: mine ? draftOf(mine) : null,
    others: rows
      .filter(({ author_id }) => author_id !== actor.id)
      .map(({ author_id, author, updated_at, apply_at }) => ({
        author_id,
        author,
        updated_at: updated_at.toISOString(),
        apply_at: apply_at?.toISOString() ?? null,
      })),
  };
}

/** The form of a colleague's draft, to go on with it. */
export async function findDraftOf(
  actor: Person,
  productId: string,
  authorId: string,
): Promise<ProductForm | undefined> {
  if (!may(actor, "products.edit") || !isUuid(productId) || !isUuid(authorId)) return undefined;
  const [row] = await asShop()<{ form: unknown }[]>`
    select form from private.product_drafts where product_id = ${productId} and author_id = ${authorId}`;
  return row && formOf(row.form);
}

function readDrafts(sql: Sql, productId: string, ownerOfForm: string): Promise<Row[]> {
  return sql<Row[]>`
    select d.author_id, coalesce(nullif(p.full_name, ''), u.email, u.phone, '') as author,
      case when d.author_id = ${ownerOfForm} then d.form end as form, d.revision, d.updated_at, d.apply_at, d.problem
    from private.product_drafts d join auth.users u on u.id = d.author_id join profiles p on p.id = d.author_id
    where d.product_id = ${productId} order by d.updated_at desc`;
}

function draftOf({ form, revision, updated_at, apply_at, problem }: Row): ProductDraft | null {
  const read = formOf(form);
  return read
    ? {
        form: read,
        revision,
        updated_at: updated_at.toISOString(),
        apply_at: apply_at?.toISOString() ?? null,
        problem,
      }
    : null;
}

function formOf(form: unknown): ProductForm | undefined {
  const read = v.safeParse(productFormSchema, form);
  return read.success ? (read.output as ProductForm) : undefined;
}

/**
 * Keeps what the actor typed. One that waits for its time is changed only after `cancelSchedule`.
 * @param revision of the draft that the form has; 0 for none. Another window of the same person may have kept more
 */
export function keepDraft(
  actor: Person,
  productId: string,
  revision: number,
  form: ProductForm,
): Promise<Result<{ revision: number }, DraftProblem>> {
  return guarded(() =>
    asStaff<{ revision: number }, DraftProblem>(actor, "products.edit", (sql) =>
      writeDraft(sql, productId, actor.id, revision, form, null, null),
    ),
  );
}

/**
 * Keeps what the actor typed and applies it at a time, unless it can no longer be applied then. Counted pieces are no part
 * of it: they are true at the moment of counting only.
 * @param applyAt `2026-12-01T09:00` in the shop's time
 */
export function scheduleDraft(
  actor: Person,
  productId: string,
  revision: number,
  form: ProductForm,
  save: ProductSave,
  applyAt: string,
): Promise<Result<{ revision: number }, DraftProblem>> {
  return guarded(() =>
    asStaff<{ revision: number }, DraftProblem>(actor, "products.edit", async (sql) => {
      if (save.counts.length > 0) return fail("counts_not_scheduled");
      const [shop] = await sql<{ time_zone: ShopTimeZone }[]>`select time_zone from shop_settings`;
      const at = shopInstant(applyAt, shop?.time_zone ?? "Asia/Jakarta");
      if (Number.isNaN(at.getTime())) return fail("apply_at_invalid");
      if (at.getTime() <= Date.now()) return fail("apply_at_past");
      if (await cutsTooMuch(sql, actor.id, save)) return fail("price_cut_over_limit");
      return writeDraft(sql, productId, actor.id, revision, form, save, at);
    }),
  );
}

/** Whether a save would cut a price by more than the person may. Prices may differ when its time comes: it asks again then. */
async function cutsTooMuch(sql: Sql, personId: string, save: ProductSave): Promise<boolean> {
  const prices = sql.json(save.variants.map(({ id, price }) => ({ id, price })));
  const [row] = await sql<{ is_over: boolean }[]>`
    select coalesce(private.largest_cut(lowered) > private.limit_of(${personId}, 'price_cut'), false) as is_over
    from (select coalesce(jsonb_agg(jsonb_build_array(v.id, n.price)), '[]') as lowered
      from jsonb_to_recordset(${prices}) n (id uuid, price bigint) join product_variants v on v.id = n.id
      where n.price < v.price) l`;
  return row?.is_over === true;
}

async function writeDraft(
  sql: Sql,
  productId: string,
  authorId: string,
  revision: number,
  form: ProductForm,
  save: ProductSave | null,
  applyAt: Date | null,
): Promise<Result<{ revision: number }, DraftProblem>> {
  const facts = {
    form: sql.json(form),
    save: save === null ? null : sql.json(save),
    apply_at: applyAt,
    problem: null,
    updated_at: new Date(),
  };
  const [known] = await sql<{ revision: number; is_scheduled: boolean }[]>`
    select revision, apply_at is not null as is_scheduled from private.product_drafts
    where product_id = ${productId} and author_id = ${authorId} for update`;
  if (known?.is_scheduled) return fail("draft_scheduled");
  if ((known?.revision ?? 0) !== revision) return fail("draft_changed_elsewhere");
  const [kept] = known
    ? await sql<{ revision: number }[]>`
        update private.product_drafts set ${sql(facts)}, revision = revision + 1
        where product_id = ${productId} and author_id = ${authorId} returning revision`
    : await sql<{ revision: number }[]>`
        insert into private.product_drafts ${sql({ product_id: productId, author_id: authorId, ...facts })}
        on conflict do nothing returning revision`;
  return kept ? ok(kept) : fail("draft_changed_elsewhere");
}

/** Takes a draft off its time; what was typed stays. */
export function cancelSchedule(
  actor: Person,
  productId: string,
): Promise<Result<{ revision: number }, DraftProblem>> {
  return asStaff<{ revision: number }, DraftProblem>(actor, "products.edit", async (sql) => {
    if (!isUuid(productId)) return fail("not_found");
    const [kept] = await sql<{ revision: number }[]>`
      update private.product_drafts set apply_at = null, save = null, revision = revision + 1
      where product_id = ${productId} and author_id = ${actor.id} returning revision`;
    return kept ? ok(kept) : fail("not_found");
  });
}

/** Forgets what the actor typed. */
export function dropDraft(actor: Person, productId: string): Promise<Result<null, DraftProblem>> {
  return asStaff<null, DraftProblem>(actor, "products.edit", async (sql) => {
    if (!isUuid(productId)) return fail("not_found");
    await deleteDraft(sql, productId, actor.id);
    return ok(null);
  });
}

async function guarded<T>(
  work: () => Promise<Result<T, DraftProblem>>,
): Promise<Result<T, DraftProblem>> {
  try {
    return await work();
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "product_drafts_product_id_fkey") return fail("not_found");
    if (constraint === "product_draft_too_large") return fail("draft_too_large");
    throw error;
  }
}
