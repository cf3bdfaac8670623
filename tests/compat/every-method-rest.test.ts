import { createClient } from "@supabase/supabase-js";
import { beforeAll, expect } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { type Drive, driveAll, failureOf } from "./every-method.ts";

/* Every public method of `from`, `rpc` and `schema`: it works, and reports errors. */

const database = testDatabase();
const backend = testBackend({
  rest: { plan: true, txEnd: "commit-allow-override" },
});
beforeAll(async () => {
  const owner = openPostgres(database.url(), { max: 1 });
  await owner.unsafe(`
    create table public.things (id int primary key, title text, tags text[], span int4range, words tsvector);
    insert into public.things values (1, 'satu', '{a,b}', '[1,5)', to_tsvector('simple', 'kopi susu')),
      (2, 'dua', '{b}', '[5,9)', to_tsvector('simple', 'teh'));
    grant all on public.things to anon;
    create function public.double(n int) returns int language sql immutable as 'select n * 2';
    grant execute on function public.double(int) to anon;`);
  await owner.end();
});

const client = () => backend().client();
const table = () => client().from("things");
const rows = () => table().select("id");
type Rows = ReturnType<typeof rows>;

/** A filter, by a column that is there and by one that is not. */
function filter(use: (query: Rows, column: string) => unknown): Drive {
  return { ok: () => use(rows(), "title"), fails: () => use(rows(), "tidak_ada") };
}
function onColumn(column: string, use: (query: Rows, column: string) => unknown): Drive {
  return { ok: () => use(rows(), column), fails: () => use(rows(), "tidak_ada") };
}
const local = (ok: () => unknown): Drive => ({ ok, cannotFail: "changes the request only" });

const drives: Readonly<Record<string, Drive>> = {
  eq: filter((query, column) => query.eq(column, "satu")),
  neq: filter((query, column) => query.neq(column, "satu")),
  gt: filter((query, column) => query.gt(column, "a")),
  gte: filter((query, column) => query.gte(column, "a")),
  lt: filter((query, column) => query.lt(column, "z")),
  lte: filter((query, column) => query.lte(column, "z")),
  like: filter((query, column) => query.like(column, "s%")),
  likeAllOf: filter((query, column) => query.likeAllOf(column, ["s%", "%u"])),
  likeAnyOf: filter((query, column) => query.likeAnyOf(column, ["s%", "d%"])),
  ilike: filter((query, column) => query.ilike(column, "S%")),
  ilikeAllOf: filter((query, column) => query.ilikeAllOf(column, ["S%"])),
  ilikeAnyOf: filter((query, column) => query.ilikeAnyOf(column, ["S%"])),
  regexMatch: filter((query, column) => query.regexMatch(column, "^s")),
  regexIMatch: filter((query, column) => query.regexIMatch(column, "^S")),
  is: filter((query, column) => query.is(column, null)),
  isDistinct: filter((query, column) => query.isDistinct(column, "satu")),
  in: filter((query, column) => query.in(column, ["satu", 'd"u,a'])),
  notIn: filter((query, column) => query.notIn(column, ["satu"])),
  contains: onColumn("tags", (query, column) => query.contains(column, ["a"])),
  containedBy: onColumn("tags", (query, column) => query.containedBy(column, ["a", "b"])),
  overlaps: onColumn("tags", (query, column) => query.overlaps(column, ["a"])),
  rangeGt: onColumn("span", (query, column) => query.rangeGt(column, "[0,1)")),
  rangeGte: onColumn("span", (query, column) => query.rangeGte(column, "[0,1)")),
  rangeLt: onColumn("span", (query, column) => query.rangeLt(column, "[9,10)")),
  rangeLte: onColumn("span", (query, column) => query.rangeLte(column, "[9,10)")),
  rangeAdjacent: onColumn("span", (query, column) => query.rangeAdjacent(column, "[9,10)")),
  textSearch: onColumn("words", (query, column) => query.textSearch(column, "kopi")),
  match: filter((query, column) => query.match({ [column]: "satu" })),
  not: filter((query, column) => query.not(column, "eq", "satu")),
  or: filter((query, column) => query.or(`${column}.eq.satu,id.eq.2`)),
  filter: filter((query, column) => query.filter(column, "eq", "satu")),
  select: {
    ok: () => table().insert({ id: 10 }).select("id"),
    fails: () => table().insert({ id: 11 }).select("tidak_ada"),
  },
  order: filter((query, column) => query.order(column, { ascending: false, nullsFirst: true })),
  limit: { ok: () => rows().limit(1), fails: () => rows().limit(-1) },
  range: { ok: () => rows().range(0, 1), fails: () => rows().range(5, 2) },
  single: { ok: () => rows().eq("id", 1).single(), fails: () => rows().in("id", [1, 2]).single() },
  maybeSingle: {
    ok: () => rows().eq("id", -1).maybeSingle(),
    fails: () => rows().in("id", [1, 2]).maybeSingle(),
  },
  csv: { ok: () => rows().csv(), fails: () => rows().eq("tidak_ada", 1).csv() },
  geojson: {
    // Without PostGIS PostgreSQL reports that the format is unavailable.
    ok: async () => {
      expect((await failureOf(() => rows().geojson()))?.message).toMatch(/geojson|not available/i);
    },
    fails: () => rows().geojson(),
  },
  explain: { ok: () => rows().explain(), fails: () => rows().eq("tidak_ada", 1).explain() },
  rollback: {
    ok: async () => {
      await table().insert({ id: 20 }).rollback().throwOnError();
      expect((await rows().eq("id", 20)).data).toEqual([]);
    },
    fails: () => table().insert({ id: 1 }).rollback(),
  },
  maxAffected: {
    ok: () => table().update({ title: "satu" }).eq("id", 1).maxAffected(1),
    fails: () => table().update({ title: "x" }).in("id", [1, 2]).maxAffected(1),
  },
  stripNulls: { ok: () => rows().stripNulls(), fails: () => rows().eq("no", 1).stripNulls() },
  throwOnError: { ok: () => rows().throwOnError(), fails: () => rows().eq("no", 1).throwOnError() },
  abortSignal: {
    ok: () => rows().abortSignal(new AbortController().signal),
    fails: () => rows().abortSignal(AbortSignal.abort()),
  },
  setHeader: local(() => rows().setHeader("x-client-info", "uji")),
  retry: local(() => rows().retry(false)),
  returns: local(() => rows().returns<{ id: number }[]>()),
  overrideTypes: local(() => rows().overrideTypes<{ id: number }[]>()),
  fetch: local(rows),
  processResponse: local(rows),
};

const opening: Readonly<Record<string, Drive>> = {
  select: { ok: () => table().select("*"), fails: () => table().select("tidak_ada") },
  insert: { ok: () => table().insert({ id: 30 }), fails: () => table().insert({ id: 1 }) },
  upsert: {
    ok: () => table().upsert({ id: 1, title: "satu" }),
    fails: () => table().upsert({ id: 1 }, { onConflict: "title" }),
  },
  update: {
    ok: () => table().update({ title: "dua" }).eq("id", 2),
    fails: () => table().update({ tidak_ada: 1 }).eq("id", 2),
  },
  delete: {
    ok: () => table().delete().eq("id", -1),
    fails: () => table().delete().eq("tidak_ada", 1),
  },
  fetch: local(rows),
  cloneRequestState: local(rows),
};

const roots: Readonly<Record<string, Drive>> = {
  from: { ok: rows, fails: () => client().from("tidak_ada").select() },
  rpc: {
    ok: async () => {
      expect((await client().rpc("double", { n: 4 })).data).toBe(8);
    },
    fails: () => client().rpc("double", { m: 4 }),
  },
  schema: {
    ok: () => client().schema("public").from("things").select(),
    fails: () => client().schema("auth").from("users").select(),
  },
  getOpenApiSpec: {
    ok: async () => {
      const { data, error } = await client().getOpenApiSpec();
      expect(error).toBeNull();
      expect(data?.definitions).toHaveProperty("things");
    },
    fails: () => createClient(backend().url, "tidak-ada").getOpenApiSpec(),
  },
  wrapFetch: local(rows),
  baseFetch: local(rows),
  fetch: local(rows),
  decorateFetch: local(rows),
};

driveAll([
  ["from().select()", drives, () => rows()],
  ["from()", opening, () => table()],
  ["schema()", roots, () => client().schema("public")],
]);
