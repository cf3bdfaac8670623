import { beforeAll, expect, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { demoPerson, provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import {
  addSavedView,
  changeSavedView,
  deleteSavedView,
  listSavedViews,
  maxViews,
} from "./saved-views.server.ts";

testDatabase({ demo: true, max: 4 });
let admin: Person;
beforeAll(async () => {
  admin = await provenAdmin();
});
const staff = demoPerson("staff@etalase.test");
const input = (change: object = {}) => ({
  id: crypto.randomUUID(),
  list: "orders" as const,
  name: "Besar",
  filter: "total.gte:1000000",
  sort: "",
  ...change,
});

test("a person's views are their own, shared ones are everybody's", async () => {
  const own = input();
  const shared = input({ name: "Bersama" });
  expect(await addSavedView(admin, own, false)).toEqual({ ok: true, value: { id: own.id } });
  expect((await addSavedView(admin, shared, true)).ok).toBe(true);
  expect(await listSavedViews(admin, "orders")).toMatchObject([
    { id: shared.id, isShared: true, mayChange: true },
    { id: own.id, filter: "total.gte:1000000", isShared: false, isBroken: false },
  ]);
  expect((await listSavedViews(staff, "orders")).map(({ id }) => id)).toEqual([shared.id]);
  // Somebody else's view does not exist.
  expect(await deleteSavedView(staff, own)).toEqual({ ok: false, problem: "view_not_found" });
  expect(await changeSavedView(staff, { ...own, name: "Curi" })).toEqual({
    ok: false,
    problem: "view_not_found",
  });
  expect((await changeSavedView(admin, { ...own, name: "Lain", filter: "" })).ok).toBe(true);
  expect((await deleteSavedView(admin, shared)).ok).toBe(true);
  expect(await listSavedViews(admin, "orders")).toMatchObject([{ name: "Lain", filter: "" }]);
});

test("sharing needs its permission, also in the database", async () => {
  await asSeed()`
    update profiles set role = 'USER', staff_role = 'sales'
    where id = ${staff.id}`;
  const believed = { ...staff, permissions: [...staff.permissions, "views.share" as const] };
  expect(await addSavedView(believed, input({ name: "Paksa" }), true)).toEqual({
    ok: false,
    problem: "not_permitted",
  });
  const shared = input({ name: "Milik bersama" });
  await addSavedView(admin, shared, true);
  expect(await deleteSavedView(believed, shared)).toEqual({ ok: false, problem: "not_permitted" });
});

test("a view that its list does not understand any more is marked and never wider", async () => {
  const view = input({ name: "Lama" });
  await addSavedView(admin, view, false);
  await asSeed()`
    update private.saved_views set filter = '{"field": "colour", "operator": "any", "values": ["red"]}'
    where id = ${view.id}`;
  const found = (await listSavedViews(admin, "orders")).find(({ id }) => id === view.id);
  expect(found).toMatchObject({ isBroken: true, filter: "colour.any:red" });
  await asSeed()`update private.saved_views set filter = '{"join": "all"}' where id = ${view.id}`;
  const unreadable = (await listSavedViews(admin, "orders")).find(({ id }) => id === view.id);
  expect(unreadable).toMatchObject({ isBroken: true, filter: "" });
});

test("bad views are refused by name", async () => {
  const refused = async (change: object) => {
    const added = await addSavedView(admin, input({ list: "products", ...change }), false);
    return added.ok ? "saved" : added.problem;
  };
  expect(await refused({ filter: "status.any:draft", name: "Draf" })).toBe("saved");
  expect(await refused({ filter: "status.any:draft", name: "Draf" })).toBe("view_name_taken");
  expect(await refused({ filter: "status.any:draft", name: "  " })).toBe("view_name_invalid");
  expect(await refused({ filter: "status.any:draft", name: "n".repeat(61) })).toBe(
    "view_name_invalid",
  );
  expect(await refused({ filter: "status.any:gone" })).toBe("filter_invalid");
  expect(await refused({ filter: "status.any:draft", sort: "random()" })).toBe("filter_invalid");
});

test("a list has at most fifty views of a person, also when two are saved at once", async () => {
  for (let n = 0; n < maxViews - 1; n++) {
    await addSavedView(
      admin,
      input({ list: "promos", filter: "", sort: "", name: `T${n}` }),
      false,
    );
  }
  const last = await Promise.all(
    ["A", "B"].map((name) =>
      addSavedView(admin, input({ list: "promos", filter: "", name }), false),
    ),
  );
  expect(last.filter(({ ok }) => ok)).toHaveLength(1);
  expect(last.find(({ ok }) => !ok)).toEqual({ ok: false, problem: "too_many_saved_views" });
});
