import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { answerCategories } from "#app/admin/categories/category-action.server.ts";
import { categoryValues } from "#app/admin/categories/category-values.ts";
import { answerHours } from "#app/admin/shipping/hours/hours-action.server.ts";
import { closureValues, hoursValues } from "#app/admin/shipping/hours/hours-values.ts";
import { roleValues } from "#app/admin/staff/role-values.ts";
import { answerRole } from "#app/admin/staff/staff-action.server.ts";
import { listStaffCategories } from "#shop/catalogue/products/categories/categories.server.ts";
import { readHours } from "#shop/settings/shipping/hours.server.ts";
import { listStaffRoles } from "#shop/staff/staff-roles.server.ts";
import { demoPerson, withProof } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import type { FormValues } from "./form-values.ts";

testDatabase({ demo: true });
const admin = demoPerson("admin@etalase.test");

/** The form that was loaded with these values, with some of them changed by a person. */
function formOf(
  loaded: FormValues,
  version: number,
  changes: FormValues,
  fields: Readonly<Record<string, string>> = {},
): FormData {
  const form = new FormData();
  for (const [name, values] of Object.entries({ ...loaded, ...changes }))
    for (const value of values) form.append(name, value);
  const rest = { ...fields, version: String(version), before: JSON.stringify(loaded) };
  for (const [name, value] of Object.entries(rest)) form.set(name, value);
  return form;
}

test("two people change one category: other fields merge, the same field shows three values", async () => {
  const [category] = await listStaffCategories(admin);
  if (!category) throw new Error("no category");
  const loaded = categoryValues(category);
  const send = (changes: FormValues) =>
    answerCategories(
      admin,
      formOf(loaded, category.version, changes, { id: category.id, intent: "save" }),
    );
  const now = async () =>
    (await listStaffCategories(admin)).find(({ id }) => id === category.id) ?? category;
  expect(await send({ "name.en": ["Theirs"] })).toEqual({ of: category.id, done: "save" });
  expect(await send({ "description.en": ["Mine"] })).toMatchObject({ done: "combined" });
  expect(await now()).toMatchObject({
    name: { en: "Theirs" },
    description: { en: "Mine" },
    version: category.version + 2,
  });
  const refused = await send({ "name.en": ["Other"] });
  expect(refused.done).toBeUndefined();
  expect(refused.conflict).toEqual([
    { name: "name.en", before: category.name.en, theirs: "Theirs", mine: "Other" },
  ]);
  expect(refused.version).toBe(category.version + 2);
  expect((await now()).name.en).toBe("Theirs");
});

test("two people change the week: other days merge, the same day shows three values", async () => {
  const read = async () => {
    const { cutoffs, observes_national_holidays: national } = await readHours();
    return hoursValues({ cutoffs, national });
  };
  const loaded = await read();
  const send = (changes: FormValues) =>
    answerHours(admin, formOf(loaded, 0, changes, { intent: "hours" }));
  expect(await send({ "hour.1": ["9"] })).toEqual({ done: "hours" });
  expect(await send({ "hour.2": ["10"], national: [] })).toEqual({ done: "hours" });
  expect(await read()).toMatchObject({ "hour.1": ["9"], "hour.2": ["10"], national: [] });
  const refused = await send({ "hour.1": ["11"] });
  expect(refused.conflict).toMatchObject([{ name: "hour.1", theirs: "9", mine: "11" }]);
  expect((await read())["hour.1"]).toEqual(["9"]);
});

test("two people change one closure: other fields merge, the same field shows three values", async () => {
  const fresh = { from_day: ["2031-03-03"], to_day: ["2031-03-05"], "text.id": ["Libur"] };
  const made = await answerHours(
    admin,
    formOf({}, 0, fresh, { closure: "new", intent: "closure" }),
  );
  expect(made).toEqual({ done: "closure" });
  const find = async () => {
    const found = (await readHours()).closures.find(({ from_day }) => from_day === "2031-03-03");
    if (!found) throw new Error("no closure");
    return found;
  };
  const closure = await find();
  const send = (changes: FormValues) =>
    answerHours(
      admin,
      formOf(closureValues(closure), closure.version, changes, {
        closure: closure.id,
        intent: "closure",
      }),
    );
  expect(await send({ to_day: ["2031-03-06"] })).toEqual({ done: "closure" });
  expect(await send({ "text.id": ["Pindah gudang"] })).toEqual({ done: "closure" });
  expect(await find()).toMatchObject({ to_day: "2031-03-06", text: { id: "Pindah gudang" } });
  const refused = await send({ to_day: ["2031-03-09"] });
  expect(refused.conflict).toMatchObject([{ name: "to_day", theirs: "2031-03-06" }]);
});

test("two people change one role: ticks merge, two names show three values", async () => {
  const id = randomUUID();
  await asSeed()`
    insert into staff_roles (id, name, permissions) values (${id}, 'Toko', '{orders.read,stock.read}')`;
  const now = async () => {
    const found = (await listStaffRoles(admin)).find((role) => role.id === id);
    if (!found) throw new Error("no role");
    return found;
  };
  const role = await now();
  const proven = await withProof(admin);
  const send = (changes: FormValues) =>
    answerRole(proven, id, formOf(roleValues(role), role.version, changes, { id }));
  const adds = (key: string) => ({ permissions: [...role.permissions, key] });
  expect(await send({ ...adds("products.read"), name: ["Toko Utama"] })).toEqual({ done: "saved" });
  expect(await send(adds("shipping.read"))).toMatchObject({ done: "saved" });
  expect(await now()).toMatchObject({ name: "Toko Utama" });
  expect(new Set((await now()).permissions)).toEqual(
    new Set(["orders.read", "stock.read", "products.read", "shipping.read"]),
  );
  const refused = await send({ name: ["Toko Lain"] });
  expect(refused.conflict).toEqual([
    { name: "name", before: "Toko", theirs: "Toko Utama", mine: "Toko Lain" },
  ]);
  expect((await now()).name).toBe("Toko Utama");
});
