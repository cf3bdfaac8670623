import { beforeEach, expect, test } from "vitest";
import { firstValue } from "#app/admin/kit/form/form-values.ts";
import { listCouriers, saveCourier } from "#shop/settings/shipping/couriers.server.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { saveRow } from "./save-row.server.ts";

testDatabase({ demo: true });

const admin = demoPerson("admin@etalase.test");
const url = (host: string) => `https://${host}.test/?resi={resi}`;
let code = "";
let couriers = 0;
beforeEach(async () => {
  code = `BARIS${couriers++}`;
  await saveCourier(admin, null, { code, name: `Awal ${code}`, tracking_url: url("awal") });
});

const stored = async () => {
  const courier = (await listCouriers()).find((one) => one.code === code);
  if (!courier) throw new Error("no courier");
  return courier;
};

/** Sends the form that was loaded at version 1, with this name and address. */
function send(name: string, tracking_url: string, version = 1) {
  const form = new FormData();
  const before = { name: [`Awal ${code}`], tracking_url: [url("awal")] };
  const fields = { row: code, version: String(version), before: JSON.stringify(before) };
  for (const [key, value] of Object.entries({ ...fields, name, tracking_url })) {
    form.set(key, value);
  }
  return saveRow({
    form,
    row: code,
    save: (values, at) =>
      saveCourier(admin, at, {
        code,
        name: firstValue(values, "name"),
        tracking_url: firstValue(values, "tracking_url"),
      }),
    read: async () => {
      const { name, tracking_url, version } = await stored();
      return { values: { name: [name], tracking_url: [tracking_url] }, version };
    },
  });
}

test("two people who save different fields of a row lose nothing", async () => {
  expect(await send(`Mereka ${code}`, url("awal"))).toEqual({ done: true });
  expect(await send(`Awal ${code}`, url("saya"))).toEqual({ done: true });
  expect(await stored()).toMatchObject({ name: `Mereka ${code}`, tracking_url: url("saya") });
});

test("the same field of a row shows three values, and stores one of them only when it is chosen", async () => {
  await send(`Mereka ${code}`, url("awal"));
  const answer = await send(`Saya ${code}`, url("awal"));
  expect(answer).toMatchObject({
    row: code,
    version: 2,
    values: { name: [`Saya ${code}`] },
    conflict: [
      { name: "name", before: `Awal ${code}`, theirs: `Mereka ${code}`, mine: `Saya ${code}` },
    ],
  });
  expect((await stored()).name).toBe(`Mereka ${code}`);
  expect(await send(`Saya ${code}`, url("awal"), answer.version)).toEqual({ done: true });
  expect((await stored()).name).toBe(`Saya ${code}`);
});
