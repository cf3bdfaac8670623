import { expect, test } from "vitest";
import { asVisitor } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { makeStaff } from "#tests/support/builders/limits.ts";
import { demoPerson, withProof } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { addBankAccount, listBankAccounts } from "./bank-accounts.server.ts";
import { readSetting } from "./read-setting.ts";
import { findSettings, saveSettings } from "./save-settings.server.ts";
import { settingFields, settingsParts } from "./settings.ts";

testDatabase({ demo: true });
const admin = demoPerson("admin@etalase.test");

test("each part reads its columns and saves them unchanged", async () => {
  for (const part of settingsParts) {
    const values = await findSettings(admin, part);
    expect(Object.keys(values ?? {})).toEqual(settingFields[part].map(({ name }) => name));
    const saved = await saveSettings(admin, part, { before: values ?? {}, after: values ?? {} });
    expect(saved.ok).toBe(true);
  }
});

test("two people change different fields, then the same one", async () => {
  const before = (await findSettings(admin, "shop")) ?? {};
  const save = (change: object) =>
    saveSettings(admin, "shop", { before, after: { ...before, ...change } });
  expect((await save({ email: "halo@toko.test" })).ok).toBe(true);
  expect((await save({ city: "Bandung 40111" })).ok).toBe(true);
  const [row] = await asSeed()`select email, city from shop_settings`;
  expect(row).toEqual({ email: "halo@toko.test", city: "Bandung 40111" });
  expect(await save({ email: "toko@toko.test" })).toMatchObject({
    ok: false,
    problem: {
      code: "changed_meanwhile",
      conflicts: ["email"],
      theirs: { email: "halo@toko.test" },
    },
  });
});

test("impossible limits of cash on delivery are refused, and staff without the permission change nothing", async () => {
  const before = (await findSettings(admin, "cod")) ?? {};
  const reversed = { before, after: { ...before, cod_min: 3_000_000, cod_max: 1_000_000 } };
  expect(await saveSettings(admin, "cod", reversed)).toEqual({
    ok: false,
    problem: { code: "cod_limits_reversed" },
  });
  const staff = demoPerson("staff@etalase.test");
  expect(await findSettings(staff, "cod")).toBeUndefined();
  expect(await saveSettings(staff, "cod", { before, after: before })).toEqual({
    ok: false,
    problem: { code: "not_permitted" },
  });
});

test("only an administrator who reauthenticated recently changes the limits of refunds", async () => {
  const before = (await findSettings(admin, "orders")) ?? {};
  const raise = (actor: Person, change: object) =>
    saveSettings(actor, "orders", { before, after: { ...before, ...change } });
  const higher = [{ refund_limit: 900_000_000 }, { refund_day_limit: null }];
  const editor = await makeStaff("penyetel", "manager");
  const id = crypto.randomUUID();
  await asSeed()`insert into staff_roles (id, name, permissions) values (${id}, 'Penyetel', '{settings.edit}')`;
  await asSeed()`update profiles set staff_role = ${id} where id = ${editor.id}`;
  const proven: Person = { ...editor, permissions: ["settings.edit"] };
  for (const change of higher) {
    expect(await raise(proven, change)).toEqual({
      ok: false,
      problem: { code: "only_administrators" },
    });
    expect(await raise(admin, change)).toEqual({
      ok: false,
      problem: { code: "reauthentication_needed" },
    });
  }
  expect(await findSettings(admin, "orders")).toEqual(before);
  // Every other field of the part is theirs to change.
  expect((await raise(proven, { return_days: 9 })).ok).toBe(true);
  expect((await raise(await withProof(admin), { refund_limit: 900_000 })).ok).toBe(true);
  expect(await findSettings(admin, "orders")).toMatchObject({
    return_days: 9,
    refund_limit: 900_000,
    refund_day_limit: before.refund_day_limit,
  });
});

test.each([
  ["name", "", "required"],
  ["name", "x".repeat(61), "too_long"],
  ["email", "halo", "email_invalid"],
  ["whatsapp", "12", "phone_invalid"],
  ["time_zone", "Europe/Paris", "invalid_input"],
  ["payment_minutes", "4", "number_out_of_range"],
  ["payment_minutes", "1e3", "number_invalid"],
  ["cod_fee", "-1", "number_invalid"],
])("%s refuses %j", (name, typed, problem) => {
  const field = Object.values(settingFields)
    .flat()
    .find((one) => one.name === name);
  if (!field) throw new Error("no such setting");
  expect(readSetting(field, () => typed)).toEqual({ problem });
});

test("PPN needs a tax number, which visitors cannot read", async () => {
  const before = (await findSettings(admin, "tax")) ?? {};
  const save = (change: object) =>
    saveSettings(admin, "tax", { before, after: { ...before, ...change } });
  const problem = { code: "npwp_missing" };
  expect(await save({ charges_ppn: true, npwp: "" })).toEqual({ ok: false, problem });
  const npwp = { name: "npwp", kind: "npwp" } as const;
  expect(readSetting(npwp, () => "09.254.294.3-407.000")).toEqual({ value: "092542943407000" });
  expect(readSetting(npwp, () => "0925 4294 3407 0001")).toEqual({ value: "0925429434070001" });
  expect(readSetting(npwp, () => "12345")).toEqual({ problem: "npwp_invalid" });
  expect((await save({ charges_ppn: true, npwp: "0925429434070001" })).ok).toBe(true);
  expect((await findSettings(admin, "tax"))?.npwp).toBe("0925429434070001");
  await expect(asVisitor()`select npwp from shop_settings`.execute()).rejects.toThrow(
    /permission denied/,
  );
  expect(await asVisitor()`select charges_ppn from shop_settings`).toEqual([{ charges_ppn: true }]);
});

test("a bank account needs a recent proof, and is written once", async () => {
  const account = { id: crypto.randomUUID(), bank: "BCA", number: "1234567890", holder: "Toko" };
  expect(await addBankAccount(admin, account)).toEqual({
    ok: false,
    problem: "reauthentication_needed",
  });
  const proven = await withProof(admin);
  await Promise.all([addBankAccount(proven, account), addBankAccount(proven, account)]);
  const accounts = await listBankAccounts(admin);
  expect(accounts.filter(({ id }) => id === account.id)).toEqual([{ ...account, enabled: true }]);
});
