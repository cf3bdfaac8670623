import { expect, test } from "vitest";
import { seedId } from "#db/seed/deterministic.ts";
import { estimateDelivery } from "#shop/orders/cart/estimate-delivery.server.ts";
import { demoPerson, variantInStock } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import type { ZoneInput } from "./zone-input.ts";
import { deleteZone, findZone, saveZone, type Zone } from "./zones.server.ts";

testDatabase({ demo: true });

const admin = demoPerson("admin@etalase.test");
const customer = demoPerson("customer@etalase.test");
const zoneId = (key: string) => seedId(`zone:${key}`);
const coblong = "3273021001";

async function zone(key: string): Promise<Zone> {
  const found = await findZone(zoneId(key));
  if (!found) throw new Error("no zone");
  return found;
}

const inputOf = (of: Zone): ZoneInput => ({
  name: of.name,
  cash_on_delivery: of.cash_on_delivery,
  serviceable: of.serviceable,
  regions: of.regions.map(({ code }) => code),
  postcodes: [...of.postcodes],
});

const newZone = (changes: Partial<ZoneInput>): ZoneInput => ({
  name: { id: "Uji", en: "Test" },
  cash_on_delivery: false,
  serviceable: true,
  regions: [],
  postcodes: [],
  ...changes,
});

const priceAt = async (region_code: string) => {
  const variant_id = await variantInStock();
  const options = await estimateDelivery({ variant_id, quantity: 1, region_code }, "id");
  return options.find(({ name }) => name === "Reguler")?.price;
};

const ownersOf = async (code: string) =>
  asSeed()`select zone_id from shipping_zone_regions where region_code = ${code}`;

test("a buyer's price follows a city that moves to another zone, and its old zone gets a new version", async () => {
  const [bandung, java] = [await zone("bandung"), await zone("java")];
  const before = await priceAt(coblong);
  const wanted = inputOf(java);
  const withBandung = { ...wanted, regions: [...wanted.regions, "3273"] };
  const refused = await saveZone(admin, java, withBandung, []);
  expect(refused).toEqual({
    ok: false,
    problem: {
      code: "places_taken",
      taken: [{ code: "3273", name: "Kota Bandung", zone: bandung.name }],
    },
  });
  expect(await zone("java")).toEqual(java);
  expect(await priceAt(coblong)).toBe(before);

  expect((await saveZone(admin, java, withBandung, ["3273"])).ok).toBe(true);
  expect(await priceAt(coblong)).toBe(16_000);
  expect((await zone("bandung")).version).toBeGreaterThan(bandung.version);
  const stale = await saveZone(admin, bandung, inputOf(bandung), ["3273"]);
  expect(stale).toEqual({ ok: false, problem: { code: "changed_meanwhile" } });
  // The history of the zone says where the city came from.
  const [entry] = await asSeed()`
    select actor_id, changes from audit_entries
    where subject_id = ${zoneId("java")} and action = 'shipping_zone_regions.changed' order by id desc limit 1`;
  expect(entry).toEqual({
    actor_id: admin.id,
    changes: { zone_id: [zoneId("bandung"), zoneId("java")] },
  });
});

test("two people who move regions at the same time leave each region in one zone and lose none", async () => {
  const sql = asSeed();
  for (let round = 0; round < 8; round++) {
    const [one, other] = [await zone("sumatra"), await zone("java")];
    const count = async () => {
      const [row] = await sql<
        { n: number }[]
      >`select count(*)::int as n from shipping_zone_regions`;
      return row?.n;
    };
    const before = await count();
    const [mine, theirs] = [one.regions[0]?.code ?? "", other.regions[0]?.code ?? ""];
    const take = (into: Zone, code: string) =>
      saveZone(admin, into, { ...inputOf(into), regions: [...inputOf(into).regions, code] }, [
        code,
      ]);
    const results = await Promise.all([take(one, theirs), take(other, mine)]);
    // Each raises the other's version, so one of the two is told.
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.find(({ ok }) => !ok)).toMatchObject({ problem: { code: "changed_meanwhile" } });
    expect(await count()).toBe(before);
    for (const code of [mine, theirs]) expect(await ownersOf(code)).toHaveLength(1);
  }
});

test("two people who make zones of one region at the same time: one is told where it is", async () => {
  const [one, other] = await Promise.all([
    saveZone(admin, null, newZone({ regions: ["5201"] }), []),
    saveZone(admin, null, newZone({ regions: ["5201"] }), []),
  ]);
  expect([one.ok, other.ok].toSorted()).toEqual([false, true]);
  expect(await ownersOf("5201")).toHaveLength(1);
  const [unfinished] = await asSeed()`
    select count(*)::int as n from shipping_zones z
    where name ->> 'id' = 'Uji' and not exists (select from shipping_zone_regions where zone_id = z.id)`;
  expect(unfinished).toEqual({ n: 0 });
});

test("the rest of Indonesia stays while it has prices, but may move to another zone", async () => {
  const rest = await zone("rest");
  const refused = { ok: false, problem: { code: "catch_all_in_use" } };
  expect(await deleteZone(admin, rest.id, rest.version)).toEqual(refused);
  expect(await saveZone(admin, rest, { ...inputOf(rest), regions: [] }, [])).toEqual(refused);
  expect(await ownersOf("")).toHaveLength(1);
  expect(await zone("rest")).toEqual(rest);
  const moved = await saveZone(admin, null, newZone({ regions: [""] }), [""]);
  expect(moved.ok).toBe(true);
  // Now it is an ordinary zone.
  const emptied = await zone("rest");
  expect(await deleteZone(admin, emptied.id, emptied.version)).toEqual({ ok: true, value: null });
});

test("postcode ranges may lie in each other, but neither cross nor belong to two zones", async () => {
  const range = (first_code: string, last_code: string) => ({ first_code, last_code });
  const wide = await saveZone(admin, null, newZone({ postcodes: [range("60000", "60999")] }), []);
  expect(wide.ok).toBe(true);
  const narrow = newZone({ postcodes: [range("60100", "60199")] });
  expect((await saveZone(admin, null, narrow, [])).ok).toBe(true);
  const crossing = newZone({ postcodes: [range("60150", "60250")] });
  expect(await saveZone(admin, null, crossing, [])).toEqual({
    ok: false,
    problem: { code: "zone_postcodes_cross" },
  });
  expect(await saveZone(admin, null, narrow, [])).toMatchObject({
    problem: { code: "places_taken", taken: [{ code: "60100-60199" }] },
  });
  expect((await saveZone(admin, null, narrow, ["60100-60199"])).ok).toBe(true);
  const found = await asSeed()`
    select first_code, last_code from shipping_zone_postcodes order by first_code`;
  expect([...found]).toEqual([range("60000", "60999"), range("60100", "60199")]);
});

test("an unknown region and a person without the right change nothing", async () => {
  const zones = async () => (await asSeed()`select * from shipping_zones order by id`).slice();
  const before = await zones();
  expect(await saveZone(admin, null, newZone({ regions: ["9999"] }), [])).toEqual({
    ok: false,
    problem: { code: "region_unknown" },
  });
  expect(await saveZone(customer, null, newZone({ regions: ["5202"] }), [])).toEqual({
    ok: false,
    problem: { code: "not_permitted" },
  });
  expect(await zones()).toEqual(before);
});
