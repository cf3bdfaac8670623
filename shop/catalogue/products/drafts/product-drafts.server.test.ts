import { beforeAll, expect, test } from "vitest";
import { findStaffProduct } from "#shop/catalogue/products/find-product.server.ts";
import type { ProductForm } from "#shop/catalogue/products/product-form.ts";
import type { ProductSave } from "#shop/catalogue/products/product-input.ts";
import { saveProduct } from "#shop/catalogue/products/save-product.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { demoPerson, giveStaffRole, provenStaff } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { applyDueDrafts } from "./apply-drafts.server.ts";
import {
  cancelSchedule,
  dropDraft,
  findDraftOf,
  findProductDrafts,
  keepDraft,
  scheduleDraft,
} from "./product-drafts.server.ts";

testDatabase({ demo: true, max: 6 });
const admin = demoPerson("admin@etalase.test");
let staff: Person;
const customer = demoPerson("customer@etalase.test");
const productIds: string[] = [];

beforeAll(async () => {
  staff = { ...(await provenStaff()), permissions: ["products.read", "products.edit"] };
  const rows = await asSeed()<{ id: string }[]>`
    select id from products where status = 'published' order by slug`;
  productIds.push(...rows.map(({ id }) => id));
});

async function typed(
  id: string,
  change: object,
): Promise<{ form: ProductForm; save: ProductSave }> {
  const found = await findStaffProduct(admin, id);
  if (!found) throw new Error("no such product");
  const after = { ...found.fields, ...change };
  return {
    form: { version: found.version, before: found.fields, after, variants: [] },
    save: {
      version: found.version,
      before: found.fields as ProductSave["before"],
      after: after as ProductSave["after"],
      variants: [],
      removed_variant_ids: [],
      counts: [],
      key: crypto.randomUUID(),
    },
  };
}
const brandOf = async (id: string) => (await findStaffProduct(admin, id))?.fields.brand;
const tomorrow = () => new Date(Date.now() + 31 * 3_600_000).toISOString().slice(0, 16);
/** Lets the time of a product's scheduled drafts come. */
const letCome = (id: string) => asSeed()`
  update private.product_drafts set apply_at = now() - interval '1 second'
  where product_id = ${id} and apply_at is not null`;

test("what is typed is kept beside the product, and gone once it is saved or dropped", async () => {
  const [id = ""] = productIds;
  const { form, save } = await typed(id, { brand: "Belum" });
  expect(await keepDraft(admin, id, 0, form)).toEqual({ ok: true, value: { revision: 1 } });
  expect(await brandOf(id)).not.toBe("Belum");
  expect((await findProductDrafts(admin, id)).mine).toMatchObject({
    form,
    revision: 1,
    apply_at: null,
    problem: null,
  });
  expect((await saveProduct(admin, id, save)).ok).toBe(true);
  expect(await brandOf(id)).toBe("Belum");
  expect(await findProductDrafts(admin, id)).toEqual({ mine: null, others: [] });

  expect((await keepDraft(admin, id, 0, (await typed(id, { brand: "Lain" })).form)).ok).toBe(true);
  expect((await dropDraft(admin, id)).ok).toBe(true);
  expect(await findProductDrafts(admin, id)).toEqual({ mine: null, others: [] });
  expect(await brandOf(id)).toBe("Belum");
});

test("two people type beside each other, and one can go on with what the other typed", async () => {
  const [, id = ""] = productIds;
  const mine = await typed(id, { brand: "Saya" });
  const theirs = await typed(id, { tags: ["bersama"] });
  expect((await keepDraft(admin, id, 0, mine.form)).ok).toBe(true);
  expect((await keepDraft(staff, id, 0, theirs.form)).ok).toBe(true);
  const found = await findProductDrafts(staff, id);
  expect(found.mine?.form.after.tags).toEqual(["bersama"]);
  expect(found.others).toMatchObject([{ author_id: admin.id, apply_at: null }]);
  expect(found.others[0]?.author).not.toBe("");
  expect((await findDraftOf(staff, id, admin.id))?.after.brand).toBe("Saya");
  expect(await findDraftOf(customer, id, admin.id)).toBeUndefined();
});

test("a second window of the same person overwrites nothing", async () => {
  const [, , id = ""] = productIds;
  const first = await typed(id, { brand: "Jendela 1" });
  const second = await typed(id, { brand: "Jendela 2" });
  const kept = await Promise.all([
    keepDraft(admin, id, 0, first.form),
    keepDraft(admin, id, 0, second.form),
  ]);
  expect(kept.filter(({ ok }) => ok)).toHaveLength(1);
  expect(kept).toContainEqual({ ok: false, problem: "draft_changed_elsewhere" });
  expect((await keepDraft(admin, id, 1, second.form)).ok).toBe(true);
  expect(await keepDraft(admin, id, 1, first.form)).toEqual({
    ok: false,
    problem: "draft_changed_elsewhere",
  });
  expect((await findProductDrafts(admin, id)).mine?.form.after.brand).toBe("Jendela 2");
});

test("scheduled changes are applied once at their time, in the author's name", async () => {
  const [, , , id = ""] = productIds;
  const { form, save } = await typed(id, { brand: "Terjadwal" });
  const scheduled = await scheduleDraft(staff, id, 0, form, save, tomorrow());
  expect(scheduled).toEqual({ ok: true, value: { revision: 1 } });
  expect(await keepDraft(staff, id, 1, form)).toEqual({ ok: false, problem: "draft_scheduled" });
  await applyDueDrafts();
  expect(await brandOf(id)).not.toBe("Terjadwal");

  // A colleague's change of another field meanwhile stays.
  const other = await typed(id, { tags: ["rekan"] });
  expect((await saveProduct(admin, id, other.save)).ok).toBe(true);
  await letCome(id);
  await Promise.all([applyDueDrafts(), applyDueDrafts()]);
  expect((await findStaffProduct(admin, id))?.fields).toMatchObject({
    brand: "Terjadwal",
    tags: ["rekan"],
  });
  const entries = await asSeed()<{ actor_id: string }[]>`
    select actor_id from audit_entries
    where subject_id = ${id} and changes ? 'brand' and request_id = ${`draft:${id}`}`;
  expect(entries).toEqual([{ actor_id: staff.id }]);
  expect((await findProductDrafts(staff, id)).mine).toBeNull();
});

test("scheduled changes that cannot be applied stay as typed, and the author gets one mail", async () => {
  const [, , , , id = "", later = ""] = productIds;
  const mine = await typed(id, { brand: "Dua" });
  const waiting = await typed(later, { brand: "Berikutnya" });
  expect((await scheduleDraft(staff, id, 0, mine.form, mine.save, tomorrow())).ok).toBe(true);
  expect((await scheduleDraft(staff, later, 0, waiting.form, waiting.save, tomorrow())).ok).toBe(
    true,
  );
  const theirs = await typed(id, { brand: "Satu" });
  expect((await saveProduct(admin, id, theirs.save)).ok).toBe(true);
  await letCome(id);
  await letCome(later);
  await applyDueDrafts();
  await applyDueDrafts();
  expect(await brandOf(id)).toBe("Satu");
  expect(await brandOf(later)).toBe("Berikutnya");
  expect((await findProductDrafts(staff, id)).mine).toMatchObject({
    form: mine.form,
    apply_at: null,
    problem: "changed_meanwhile",
  });
  const mails = await asSeed()`
    select from private.outbox where recipient = 'staff@etalase.test' and text like ${`%/admin/Products/${id}%`}`;
  expect(mails).toHaveLength(1);
});

test("a schedule is taken off, and impossible ones are refused", async () => {
  const [, , , , , , id = ""] = productIds;
  const { form, save } = await typed(id, { brand: "Nanti" });
  const counts = [{ variant_id: crypto.randomUUID(), seen: 1, counted: 2 }];
  for (const [given, at, problem] of [
    [save, "2020-01-01T09:00", "apply_at_past"],
    [save, "2030-02-31T99:00", "apply_at_invalid"],
    [{ ...save, counts }, tomorrow(), "counts_not_scheduled"],
  ] as const) {
    expect(await scheduleDraft(admin, id, 0, form, given, at)).toEqual({ ok: false, problem });
  }
  expect((await scheduleDraft(admin, id, 0, form, save, tomorrow())).ok).toBe(true);
  expect(await cancelSchedule(admin, id)).toEqual({ ok: true, value: { revision: 2 } });
  expect((await findProductDrafts(admin, id)).mine?.apply_at).toBeNull();
  await letCome(id);
  await applyDueDrafts();
  expect(await brandOf(id)).not.toBe("Nanti");
});

test("an author who lost the right applies nothing", async () => {
  const [, , , , , , , id = ""] = productIds;
  const { form, save } = await typed(id, { brand: "Mantan" });
  expect((await scheduleDraft(staff, id, 0, form, save, tomorrow())).ok).toBe(true);
  await giveStaffRole(staff, "reader");
  await letCome(id);
  await applyDueDrafts();
  expect(await brandOf(id)).not.toBe("Mantan");
  await giveStaffRole(staff, "manager");
  expect((await findProductDrafts(staff, id)).mine?.problem).toBe("not_permitted");
});

test("whoever may not edit products keeps, reads and drops nothing; unknown products are not found", async () => {
  const [id = ""] = productIds;
  const { form, save } = await typed(id, {});
  const refused = { ok: false, problem: "not_permitted" };
  expect(await keepDraft(customer, id, 0, form)).toEqual(refused);
  expect(await scheduleDraft(customer, id, 0, form, save, tomorrow())).toEqual(refused);
  expect(await dropDraft(customer, id)).toEqual(refused);
  expect(await findProductDrafts(customer, id)).toEqual({ mine: null, others: [] });
  expect(await keepDraft(admin, crypto.randomUUID(), 0, form)).toEqual({
    ok: false,
    problem: "not_found",
  });
  const huge = { ...form, after: { ...form.after, brand: "x".repeat(2_000_001) } };
  expect(await keepDraft(admin, id, 0, huge)).toEqual({ ok: false, problem: "draft_too_large" });
});
