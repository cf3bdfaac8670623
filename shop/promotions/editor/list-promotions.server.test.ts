import { beforeAll, expect, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { maxCount } from "#shop/kernel/newest-first.server.ts";
import { readListState } from "#shop/staff/filters/list-state.ts";
import { makeBatch, makePromotion } from "#tests/support/builders/promotions.ts";
import { demoPerson, provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { changeStatus } from "./change-status.server.ts";
import { listPromotions, type PromotionList } from "./list-promotions.server.ts";
import { promotionFields, promotionSorts } from "./promotion-fields.ts";
import { promotionViews } from "./promotion-filter.ts";

testDatabase({ demo: true, max: 6 });
let staff: Person;
beforeAll(async () => {
  staff = await provenAdmin();
});
async function list(params: Record<string, string> = {}, actor = staff): Promise<PromotionList> {
  const { view, ...rest } = params;
  const query = new URLSearchParams(view ? { ...rest, filter: `state.any:${view}` } : rest);
  const state = readListState(query, promotionFields, promotionSorts);
  if (!state.ok) throw new Error(JSON.stringify(state.problem));
  const listed = await listPromotions(actor, state.value);
  if (!listed.ok) throw new Error(JSON.stringify(listed.problem));
  return listed.value;
}
const namesOf = (found: Awaited<ReturnType<typeof list>>) =>
  found.promotions.map(({ name }) => name.id);

test("each promotion is in the view of its state and in no other", async () => {
  await makePromotion("NYALA");
  await makePromotion("NANTI", { starts_at: "2099-01-01T00:00" });
  await makePromotion("LEWAT", { ends_at: "2020-01-01T00:00" });
  await makePromotion("PENUH", { usage_limit: 0 });
  await makePromotion("KERING", { budget: 0 });
  await makePromotion("PADAM", { enabled: false });
  await changeStatus(staff, await makePromotion("SIMPAN"), "archive");
  const all = await list();
  const byView = await Promise.all(promotionViews.map((view) => list({ view })));
  const states = new Map(all.promotions.map(({ id, state }) => [id, state]));
  for (const [place, view] of promotionViews.entries()) {
    const found = byView[place]?.promotions ?? [];
    for (const { id } of found) expect(states.get(id)).toBe(view);
    expect(found).toHaveLength(all.counts?.[view] ?? -1);
  }
  expect(byView.flatMap(({ promotions }) => promotions)).toHaveLength(all.promotions.length);
  expect(
    Object.fromEntries(all.promotions.map(({ name, state }) => [name.id, state])),
  ).toMatchObject({
    NYALA: "active",
    NANTI: "scheduled",
    LEWAT: "ended",
    PENUH: "exhausted",
    KERING: "exhausted",
    PADAM: "off",
    SIMPAN: "archived",
  });
});

test("a search finds words of the name, the beginning of a typed code, and a bulk code by all of it", async () => {
  const id = await makePromotion("CARI-INI", { name: { id: "Gajian bulan ini", en: "Payday" } });
  const [bulk = ""] = await makeBatch(staff, id, { count: 2, prefix: "CARIMASSAL-" });
  for (const q of ["gajian", "payd", "cari-i", "CARI-INI", bulk.toLowerCase()]) {
    expect(namesOf(await list({ q }))).toEqual(["Gajian bulan ini"]);
  }
  for (const q of ["CARIMASSAL", "%", "_", "'; drop table promotions", "\u{10ffff}"]) {
    expect(namesOf(await list({ q }))).toEqual([]);
  }
});

test("pages hold fifty promotions, lead on and back, and miss and repeat none", async () => {
  await asSeed()`
    insert into promotions (name, class, type, value, created_at)
    select json_build_object('id', 'Halaman ' || n, 'en', ''), 'order', 'fixed', 1, '2020-01-01'
    from generate_series(1, 120) n`;
  const seen: string[] = [];
  let page = await list({ q: "halaman" });
  for (;;) {
    expect(page.promotions.length).toBeLessThanOrEqual(50);
    seen.push(...page.promotions.map(({ id }) => id));
    if (page.after === null) break;
    const next = await list({ q: "halaman", after: page.after });
    const back = await list({ q: "halaman", before: next.before ?? "" });
    expect(namesOf(back)).toEqual(namesOf(page));
    page = next;
  }
  expect(new Set(seen).size).toBe(120);
  expect(seen).toHaveLength(120);
});

test("counts stop at a thousand and more, and customers see nothing", async () => {
  await asSeed()`
    insert into promotions (name, class, type, value, enabled)
    select json_build_object('id', 'Banyak', 'en', ''), 'order', 'fixed', 1, false from generate_series(1, 1100) n`;
  expect((await list()).counts?.off).toBe(maxCount + 1);
  const none = await list({}, demoPerson("customer@etalase.test"));
  expect([none.promotions, none.counts]).toEqual([[], null]);
});
