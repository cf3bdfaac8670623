import * as v from "valibot";
import { beforeEach, describe, expect, test } from "vitest";
import { seedId } from "#db/seed/deterministic.ts";
import { estimateDelivery } from "#shop/orders/cart/estimate-delivery.server.ts";
import { demoPerson, variantInStock } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { deleteClass, listClasses, saveClass } from "./classes.server.ts";
import { deleteCourier, saveCourier } from "./couriers.server.ts";
import { closureSchema, readHours, saveClosure, saveHours } from "./hours.server.ts";
import type { MethodInput } from "./method-input.ts";
import { deleteMethod, findShippingMethod, saveMethod } from "./methods.server.ts";
import { rateSchema } from "./rates/rate-input.ts";
import {
  changeRates,
  copyRates,
  findRate,
  listRates,
  saveRate,
} from "./rates/rate-table.server.ts";

testDatabase({ demo: true });

const admin = demoPerson("admin@etalase.test");
const regular = seedId("method:regular");
const zone = (key: string) => seedId(`zone:${key}`);
const bandung = "3273191001";

async function offers(region_code = bandung) {
  const variant_id = await variantInStock();
  return estimateDelivery({ variant_id, quantity: 1, region_code }, "id");
}
const offerOf = async (name: string, region?: string) =>
  (await offers(region)).find((offer) => offer.name === name);

async function method(): Promise<MethodInput & { version: number }> {
  const found = await findShippingMethod(regular);
  if (!found) throw new Error("no method");
  const { id: _id, excluded_products: _names, rates: _rates, ...input } = found;
  return input;
}

describe("a method", () => {
  test("changes what buyers are offered: its name, its conditions, whether it is on", async () => {
    const { version, ...input } = await method();
    const known = { id: regular, version };
    const name = { id: "Biasa", en: "Usual" };
    const saved = await saveMethod(admin, known, { ...input, name });
    if (!saved.ok) throw new Error(saved.problem);
    expect((await offerOf("Biasa"))?.price).toBe(9_000);
    expect(await offerOf("Reguler")).toBeUndefined();
    const lost = await saveMethod(admin, known, input);
    expect(lost).toEqual({ ok: false, problem: "changed_meanwhile" });
    expect((await method()).name).toEqual(name);

    const off = await saveMethod(admin, saved.value, { ...input, enabled: false });
    if (!off.ok) throw new Error(off.problem);
    expect(await offerOf("Reguler")).toBeUndefined();
    const limits = { ...input, enabled: true, min_subtotal: 900_000_000 };
    const limited = await saveMethod(admin, off.value, limits);
    if (!limited.ok) throw new Error(limited.problem);
    expect(await offerOf("Reguler")).toBeUndefined();
    expect((await saveMethod(admin, limited.value, input)).ok).toBe(true);
    expect((await offerOf("Reguler"))?.price).toBe(9_000);
  });

  test("with an unknown product, category or class is refused whole", async () => {
    const { version, ...input } = await method();
    const known = { id: regular, version };
    const unknown = "5b0f0c2e-0000-4000-8000-000000000001";
    const tries: readonly (readonly [Partial<MethodInput>, string])[] = [
      [{ excluded_product_ids: [unknown] }, "product_unknown"],
      [{ excluded_category_ids: [unknown] }, "category_unknown"],
      [{ classes: ["no-such-class"] }, "class_unknown"],
    ];
    for (const [changes, problem] of tries) {
      const wrong = { ...input, ...changes, name: { id: "Salah", en: "Wrong" } };
      expect(await saveMethod(admin, known, wrong)).toEqual({ ok: false, problem });
    }
    expect(await method()).toEqual({ version, ...input });
  });

  test("that is deleted leaves the orders that were placed with it as they were", async () => {
    const orders = () => asSeed()`
      select id, shipping_name, shipping, total, courier, service, earliest, latest from orders order by id`;
    const before = await orders();
    expect(before.length).toBeGreaterThan(0);
    const economy = seedId("method:economy");
    const found = await findShippingMethod(economy);
    expect((await deleteMethod(admin, economy, found?.version ?? 0)).ok).toBe(true);
    expect(await offerOf("Hemat")).toBeUndefined();
    expect(await orders()).toEqual(before);
  });
});

describe("rates", () => {
  test("a saved rate is what a buyer pays; of two people who save it at once one is told", async () => {
    const key = { method_id: regular, zone_id: zone("bandung") };
    const found = await findRate(key);
    const version = found?.rate?.version ?? 0;
    const flat = (flat_price: string) =>
      v.parse(rateSchema, {
        pricing: "flat",
        flat_price,
        min_days: "1",
        max_days: "2",
        free_from: "",
        max_subsidy: "",
      });
    const results = await Promise.all([
      saveRate(admin, key, version, flat("11.000")),
      saveRate(admin, key, version, flat("12.000")),
    ]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, problem: "changed_meanwhile" });
    const price = results[0]?.ok ? 11_000 : 12_000;
    expect((await offerOf("Reguler"))?.price).toBe(price);
    const both = await Promise.all([
      saveRate(admin, { method_id: seedId("method:express"), zone_id: zone("rest") }, 0, flat("1")),
      saveRate(admin, { method_id: seedId("method:express"), zone_id: zone("rest") }, 0, flat("2")),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("all prices of a zone rise by percent as the preview said, once, and not over a colleague's change", async () => {
    const change = { zone_id: zone("java"), method_id: null, percent: 10, rounding: 500 };
    const before = await listRates();
    const preview = await changeRates(admin, change, null);
    if (!preview.ok) throw new Error(preview.problem);
    expect(await listRates()).toEqual(before);
    const reg = preview.value.find(({ method_id }) => method_id === regular);
    expect(reg?.after.first_kg).toBe(17_500);
    expect(reg?.after.next_kg).toBe(15_500);
    const expected = preview.value.map(({ method_id, zone_id, before: { version } }) => ({
      method_id,
      zone_id,
      version,
    }));
    expect((await changeRates(admin, change, expected)).ok).toBe(true);
    expect((await offerOf("Reguler", "3374011001"))?.price).toBe(17_500);
    expect(await changeRates(admin, change, expected)).toEqual({
      ok: false,
      problem: "changed_meanwhile",
    });
    expect((await offerOf("Reguler", "3374011001"))?.price).toBe(17_500);
    await asSeed()`update shipping_rates set first_kg = 99999999 where zone_id = ${zone("java")} and method_id = ${regular}`;
    expect(await changeRates(admin, change, null)).toEqual({
      ok: false,
      problem: "amount_too_high",
    });
  });

  test("a zone's rates are copied to another, with or without replacing what is there", async () => {
    const price = async () => {
      const found = await findRate({ method_id: regular, zone_id: zone("rest") });
      return found?.rate?.first_kg;
    };
    const before = await price();
    expect(await copyRates(admin, zone("sumatra"), zone("rest"), false)).toMatchObject({
      ok: true,
    });
    expect(await price()).toBe(before);
    expect((await copyRates(admin, zone("sumatra"), zone("rest"), true)).ok).toBe(true);
    expect(await price()).toBe(32_000);
    expect(await copyRates(admin, zone("rest"), zone("rest"), true)).toMatchObject({
      problem: "same_zone",
    });
  });
});

describe("hours and closures", () => {
  beforeEach(async () => {
    await asSeed()`delete from shop_closures`;
  });

  test("a closure moves the day on which buyers' orders arrive, and cannot overlap another", async () => {
    const before = (await offerOf("Ambil di toko"))?.latest ?? "";
    const [days] = await asSeed()<{ from_day: string; to_day: string }[]>`
      select current_date::text as from_day, (current_date + 40)::text as to_day`;
    const input = v.parse(closureSchema, { ...days, text: { id: "Libur", en: "" } });
    expect((await saveClosure(admin, null, input)).ok).toBe(true);
    const after = (await offerOf("Ambil di toko"))?.earliest ?? "";
    expect(after > before).toBe(true);
    expect(after > (days?.to_day ?? "")).toBe(true);
    expect(await saveClosure(admin, null, input)).toEqual({
      ok: false,
      problem: "closure_overlaps",
    });
    const { closures } = await readHours();
    expect(closures).toMatchObject([{ ...days, text: { id: "Libur", en: "Libur" } }]);
    const long = { ...input, from_day: "2040-01-01", to_day: "2041-06-01" };
    expect(await saveClosure(admin, null, long)).toEqual({
      ok: false,
      problem: "closure_too_long",
    });
  });

  test("hours of two people do not overwrite each other, and one day must ship", async () => {
    const { cutoffs, observes_national_holidays: national } = await readHours();
    const loaded = { cutoffs, national };
    const early = cutoffs.map((hour) => (hour === null ? null : 9));
    const late = cutoffs.map((hour) => (hour === null ? null : 20));
    const results = await Promise.all([
      saveHours(admin, loaded, { cutoffs: early, national }),
      saveHours(admin, loaded, { cutoffs: late, national }),
    ]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, problem: "changed_meanwhile" });
    const closed = cutoffs.map(() => null);
    const { cutoffs: now } = await readHours();
    expect(
      await saveHours(admin, { cutoffs: now, national }, { cutoffs: closed, national }),
    ).toEqual({
      ok: false,
      problem: "cutoffs_all_closed",
    });
    // Whoever else writes the table.
    await expect(asSeed()`update cutoffs set hour = null`).rejects.toMatchObject({
      constraint: "cutoffs_all_closed",
    });
  });
});

describe("classes and couriers", () => {
  const name = { id: "Beku", en: "Frozen" };

  test("a class of the shop may go unless something uses it; a built-in one may only be renamed", async () => {
    expect((await saveClass(admin, null, { slug: "frozen", name })).ok).toBe(true);
    expect(await saveClass(admin, null, { slug: "frozen", name })).toMatchObject({
      problem: "class_taken",
    });
    const [product] = await asSeed()<{ id: string }[]>`select id from products order by id limit 1`;
    await asSeed()`update products set shipping_class = 'frozen' where id = ${product?.id ?? ""}`;
    expect(await deleteClass(admin, "frozen")).toMatchObject({ problem: "class_in_use" });
    await asSeed()`update products set shipping_class = 'ordinary' where id = ${product?.id ?? ""}`;
    expect((await deleteClass(admin, "frozen")).ok).toBe(true);
    expect(await deleteClass(admin, "fragile")).toMatchObject({ problem: "class_built_in" });
    const fragile = (await listClasses()).find(({ slug }) => slug === "fragile");
    const renamed = await saveClass(admin, fragile?.version ?? 0, { slug: "fragile", name });
    expect(renamed.ok).toBe(true);
    expect(await saveClass(admin, fragile?.version ?? 0, { slug: "fragile", name })).toMatchObject({
      problem: "changed_meanwhile",
    });
  });

  test("a courier is there once in any letter case, and only an https address with one {resi} is stored", async () => {
    const tracking_url = "https://lacak.example/?r={resi}";
    expect(
      (await saveCourier(admin, null, { code: "KIRIM", name: "Kirim", tracking_url })).ok,
    ).toBe(true);
    expect(
      await saveCourier(admin, null, { code: "kirim", name: "x", tracking_url }),
    ).toMatchObject({
      problem: "courier_taken",
    });
    for (const wrong of [
      "http://a.example/{resi}",
      "https://a.example/",
      "https://a.example/{resi}{resi}",
    ]) {
      await expect(
        asSeed()`insert into couriers (code, name, tracking_url) values ('X', 'X', ${wrong})`,
      ).rejects.toMatchObject({ constraint: "courier_tracking_url_invalid" });
    }
    expect((await deleteCourier(admin, "KIRIM")).ok).toBe(true);
  });
});
