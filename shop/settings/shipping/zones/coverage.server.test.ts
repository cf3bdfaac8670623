import { expect, test } from "vitest";
import { loadRates } from "#shop/orders/cart/load-rates.server.ts";
import { findTreeRegions, readRegionTree } from "#shop/settings/shipping/region-tree.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { type Coverage, readCoverage } from "./coverage.server.ts";

testDatabase({ demo: true });

/** What a buyer in each kelurahan of a kecamatan would be offered, from the statement that prices carts. */
async function reachedBy(district: string): Promise<"reached" | "partly" | "unreached"> {
  const villages = await asSeed()<{ region_code: string; postal_code: string }[]>`
    select code as region_code, coalesce(postal_code, '') as postal_code from regions
    where level = 4 and left(code, 6) = ${district}`;
  const offered = await Promise.all(
    villages.map(async (village) => {
      const rates = await loadRates(asSeed(), village, "id");
      return rates.some(({ is_pickup }) => !is_pickup);
    }),
  );
  if (offered.every(Boolean)) return "reached";
  return offered.some(Boolean) ? "partly" : "unreached";
}

function statusIn({ missing }: Coverage, district: string) {
  const found = missing.find(({ code }) => code === district);
  if (!found) return "reached";
  return found.why === "partly" ? "partly" : "unreached";
}

test("every kecamatan of Indonesia is reached by the demo shop, and its figures add up", async () => {
  const { total, reached, partly, unreached, missing } = await readCoverage();
  expect({ total, reached, partly, unreached }).toEqual({
    total: 7_285,
    reached: 7_285,
    partly: 0,
    unreached: 0,
  });
  expect(missing).toEqual([]);
});

test("coverage says what the prices of carts say, also with postcodes and zones that are not served", async () => {
  const sql = asSeed();
  await sql`delete from shipping_rates where zone_id = (select zone_id from shipping_zone_regions where region_code = '')`;
  await sql`
    update shipping_zones set serviceable = false
    where id = (select zone_id from shipping_zone_regions where region_code = '16')`;
  const [java] = await sql<{ zone_id: string }[]>`
    select zone_id from shipping_zone_regions where region_code = '31'`;
  const [sumatra] = await sql<{ zone_id: string }[]>`
    select zone_id from shipping_zone_regions where region_code = '16'`;
  const ranges = [
    [java, "60000", "62999"],
    [sumatra, "61100", "61199"],
    [java, "61150", "61159"],
    [java, "97000", "97999"],
    [sumatra, "40100", "40999"],
  ] as const;
  for (const [zone, first, last] of ranges) {
    await sql`
      insert into shipping_zone_postcodes (zone_id, first_code, last_code)
      values (${zone?.zone_id ?? ""}, ${first}, ${last})`;
  }
  await sql`insert into shipping_zone_regions (zone_id, region_code) values (${java?.zone_id ?? ""}, '1671'), (${sumatra?.zone_id ?? ""}, '520101')`;
  const coverage = await readCoverage();
  expect(coverage.reached + coverage.partly + coverage.unreached).toBe(coverage.total);
  expect(coverage.missing).toHaveLength(coverage.partly + coverage.unreached);
  const sampled = await sql<{ code: string }[]>`
    (select code from regions where level = 3 order by md5(code) limit 40)
    union (select left(code, 6) from regions where level = 4
      and (postal_code between '60990' and '61210' or postal_code between '96990' and '97010'
        or postal_code between '40090' and '40110') limit 60)
    union select '167101' union select '520101'`;
  const seen = new Set<string>();
  for (const { code } of sampled) {
    const status = statusIn(coverage, code);
    expect(status, code).toBe(await reachedBy(code));
    seen.add(status);
  }
  expect(seen).toContain("reached");
  expect(seen).toContain("unreached");
});

test("the tree opens level by level with the zone of each region, and search finds every level", async () => {
  const branches = await readRegionTree(["32", "3273", "327302", "no", "99"]);
  const of = (parent: string) => branches.find((branch) => branch.parent === parent)?.regions ?? [];
  expect(of("")).toHaveLength(38);
  expect(of("").find(({ code }) => code === "32")).toMatchObject({
    name: "Jawa Barat",
    zone: { name: { id: "Jawa dan Bali" } },
    inside: 4,
    is_branch: true,
  });
  expect(of("32").find(({ code }) => code === "3273")?.zone?.name.id).toBe("Bandung Raya");
  expect(of("3273").every(({ code }) => code.length === 6 && code.startsWith("3273"))).toBe(true);
  expect(of("327302").every(({ is_branch }) => !is_branch)).toBe(true);
  expect(of("99")).toEqual([]);
  const codes = async (q: string) => (await findTreeRegions(q)).map(({ code }) => code);
  expect(await codes("jawa barat")).toContain("32");
  expect(await codes("kota bandung")).toContain("3273");
  expect(await codes("coblong")).toContain("327302");
  expect(await codes("dago bandung")).toContain("3273021004");
  expect(await codes("x")).toEqual([]);
  // Matching a word of 70,000 characters with every name takes seconds.
  expect(await codes(`coblong${" ".repeat(80)}${"x".repeat(70_000)}`)).toContain("327302");
});
