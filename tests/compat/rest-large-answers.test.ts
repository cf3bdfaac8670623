import { createClient } from "@supabase/supabase-js";
import { beforeAll, expect, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* Threat T37 and docs/why/rest.md: the maximum size of a REST API answer, independent of the length of its query. */

const database = testDatabase();
const backend = testBackend();
const mebibyte = 2 ** 20;

/**
 * 40 shelves, each with the same 40 books of 8 kB: each step from shelves to books and back multiplies rows by forty.
 */
beforeAll(async () => {
  const sql = openPostgres(database.url(), { max: 1 });
  await sql.unsafe(`
    create table public.shelves (id int primary key, label text);
    create table public.books (id int primary key, body text, shelf_id int references public.shelves);
    create table public.shelf_books (
      shelf_id int references public.shelves, book_id int references public.books, primary key (shelf_id, book_id));
    insert into public.shelves select n, 'shelf ' || n from generate_series(1, 40) n;
    insert into public.books select n, repeat(md5(n::text), 256), n from generate_series(1, 40) n;
    insert into public.shelf_books select s, b from generate_series(1, 40) s, generate_series(1, 40) b;
    create function public.book_bodies() returns setof text language sql stable as
      'select repeat(body, 20) from public.books';
    grant select on public.shelves, public.books, public.shelf_books to anon, service_role;
    grant update on public.books to service_role;
    grant execute on function public.book_bodies() to anon;
    notify pgrst, 'reload schema';`);
  await sql.end();
});

async function ask(
  search: string,
  {
    method = "GET",
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const answer = await fetch(`${backend().url}/rest/v1/${search}`, {
    method,
    headers: { apikey: backend().keys.publishable, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  const { status, headers: received } = answer;
  return { status, headers: received, text, json: () => JSON.parse(text) };
}

const tooLarge = {
  code: "answer_too_large",
  details: null,
  hint: expect.stringContaining("limit"),
  message: "The answer is larger than one answer may be",
};

test("T37: a short query with a huge answer is refused, never truncated", async () => {
  await expect.poll(async () => (await ask("shelves?select=id&limit=1")).status).toBe(200);
  // One list, two branches, a spread, a list of one and a list beside a count.
  for (const search of [
    "shelves?select=*,shelf_books(books(*))",
    "shelves?select=*,a:shelf_books(books(*)),b:shelf_books(books(*))",
    "shelves?select=*,...shelf_books(book_id,...books(body))",
    "shelves?id=eq.1&select=*,shelf_books(books(*,shelf_books(shelves(shelf_books(books(*))))))",
    "shelf_books?select=books(a:body,b:body,c:body)",
  ]) {
    const answer = await ask(search);
    expect({ search, status: answer.status }).toEqual({ search, status: 400 });
    expect(answer.json()).toEqual(tooLarge);
  }
  const counted = await ask("shelves?select=*,shelf_books(books(*))", {
    headers: { prefer: "count=exact" },
  });
  expect(counted.json()).toEqual(tooLarge);
});

test("T37: every form of an answer has the bound", async () => {
  const forms = ["application/json", "application/vnd.pgrst.array+json;nulls=stripped", "text/csv"];
  for (const accept of forms) {
    const answer = await ask("shelves?select=*,shelf_books(books(*))", { headers: { accept } });
    expect({ accept, status: answer.status }).toEqual({ accept, status: 400 });
    expect(answer.json()).toEqual(tooLarge);
  }
  const single = await ask(
    "shelves?id=eq.1&select=a:shelf_books(books(*)),b:shelf_books(books(*,shelf_books(books(*))))",
    {
      headers: { accept: "application/vnd.pgrst.object+json" },
    },
  );
  expect(single.json()).toEqual(tooLarge);
  for (const accept of ["application/json", "text/plain"]) {
    expect((await ask("rpc/book_bodies", { headers: { accept } })).json()).toEqual(tooLarge);
  }
});

test("T37: rows returned by a change have the bound, and beyond it nothing is changed", async () => {
  const { secret } = backend().keys;
  const headers = {
    apikey: secret,
    prefer: "return=representation",
    "content-type": "application/json",
  };
  const change = await ask("books?id=gt.0&select=*,shelf_books(shelves(shelf_books(books(*))))", {
    method: "PATCH",
    headers,
    body: JSON.stringify({ shelf_id: 7 }),
  });
  expect(change.json()).toEqual(tooLarge);
  expect(await asSeed()`select from public.books where shelf_id = 7`).toHaveLength(1);
});

test("an answer below the bound is whole, and asking for less of a refused one helps", async () => {
  const { url, keys } = backend();
  const client = createClient(url, keys.publishable, { auth: { persistSession: false } });
  const query = (from: number, to: number) =>
    client.from("shelves").select("*, shelf_books(books(*))").order("id").range(from, to);
  const { data: none, error } = await query(0, 39);
  expect(none).toBeNull();
  expect(error).toMatchObject({ code: "answer_too_large" });
  const { data } = await query(0, 9);
  expect(data).toHaveLength(10);
  const text = JSON.stringify(data);
  expect(text.length).toBeGreaterThan(3 * mebibyte);
  expect(text.length).toBeLessThan(4 * mebibyte);
  expect(data?.every(({ shelf_books }) => shelf_books.length === 40)).toBe(true);
});

test("T37: repeated embedding of one list is refused before PostgreSQL is queried", async () => {
  const walk = (steps: number): string =>
    steps === 0
      ? "id"
      : `id,shelf_books!shelf_id(books(shelf_books!book_id(shelves(${walk(steps - 1)}))))`;
  expect((await ask(`shelves?id=eq.0&select=${walk(2)}`)).status).toBe(200);
  const refused = await ask(
    `shelves?id=eq.0&select=${"shelf_books!shelf_id(shelves(".repeat(3)}id${"))".repeat(3)}`,
  );
  expect(refused.json()).toMatchObject({
    code: "PGRST100",
    message: '"shelf_books" is embedded in itself too often',
  });
  // Each step to a single row adds a row and multiplies nothing.
  const up = await ask(
    "shelf_books?limit=1&select=books!book_id(shelves!shelf_id(id)),a:books!book_id(shelves!shelf_id(id))",
  );
  expect(up.status).toBe(200);
});

test("T37: one column under many names is refused", async () => {
  const names = Array.from({ length: 11 }, (_, n) => `n${n}:body`).join();
  expect((await ask(`books?select=${names}`)).json()).toMatchObject({
    code: "PGRST100",
    message: '"body" of "books" is selected too often',
  });
});

test("T37: few large answers run at once, small ones meanwhile; a long wait answers Retry-After", async () => {
  const owner = openPostgres(database.url(), { max: 1 });
  const large = "shelves?id=lte.4&select=*,shelf_books(books(*))";
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = owner.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(20940, turn) from generate_series(0, 1) turn`;
    held.resolve();
    await released.promise;
  });
  await held.promise;
  const waiting = ask(large);
  expect((await ask("shelves?limit=1&select=*,shelf_books(books(id))")).status).toBe(200);
  const late = await waiting;
  expect(late.status).toBe(429);
  expect(late.headers.get("retry-after")).toBe("2");
  expect(late.json()).toMatchObject({ code: "too_many_large_answers" });
  released.resolve();
  await holding;
  await owner.end();
  const answer = await ask(large);
  expect(answer.status).toBe(200);
  expect(answer.text.length).toBeGreaterThan(mebibyte);
});
