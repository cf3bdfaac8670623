import { expect, test } from "vitest";
import { demoPerson, giveStaffRole } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findOrigins, readOrigin, saveOrigin } from "./origin.server.ts";

testDatabase({ demo: true });

const admin = demoPerson("admin@etalase.test");
const bandung = "3273191001";

test("the place of dispatch is found by name and postcode, and saved with an audit entry", async () => {
  await asSeed()`update shop_settings set origin_region_code = ''`;
  expect(await readOrigin()).toEqual({ code: "", name: "" });
  const found = await findOrigins("sumur bandung");
  expect(found.every(({ code }) => code.length === 6 || code.length === 10)).toBe(true);
  const place = found.find(({ code }) => code === bandung.slice(0, 6));
  expect(place?.name).toMatch(/^Sumur Bandung, .*Bandung, /);
  expect((await findOrigins("40111")).map(({ code }) => code)).toContain(bandung);
  expect(await saveOrigin(admin, "", bandung)).toEqual({ ok: true, value: null });
  expect((await readOrigin()).name).toMatch(/Sumur Bandung/);
  const [entry] = await asSeed()`
    select actor_id, changes from audit_entries where action = 'shop_settings.changed' order by id desc limit 1`;
  expect(entry).toMatchObject({
    actor_id: admin.id,
    changes: { origin_region_code: ["", bandung] },
  });
});

test("the place of dispatch: a colleague's change is not overwritten, a repeated save is no conflict", async () => {
  await asSeed()`update shop_settings set origin_region_code = '327319'`;
  expect(await saveOrigin(admin, "", bandung)).toEqual({
    ok: false,
    problem: "changed_meanwhile",
  });
  expect(await saveOrigin(admin, "", "327319")).toEqual({ ok: true, value: null });
  const both = await Promise.all([
    saveOrigin(admin, "327319", bandung),
    saveOrigin(admin, "327319", "327302"),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both).toContainEqual({ ok: false, problem: "changed_meanwhile" });
});

test("the place of dispatch: unknown regions, wide regions and people without the right are refused", async () => {
  await asSeed()`update shop_settings set origin_region_code = ${bandung}`;
  for (const code of ["", "32", "3273", "9999999999", "'; drop"]) {
    expect(await saveOrigin(admin, bandung, code)).toEqual({
      ok: false,
      problem: "region_unknown",
    });
  }
  const user = demoPerson("staff@etalase.test");
  await giveStaffRole(user, "content");
  expect(await saveOrigin(user, bandung, "327319")).toEqual({
    ok: false,
    problem: "not_permitted",
  });
  expect((await readOrigin()).code).toBe(bandung);
});
