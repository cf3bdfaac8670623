import { expect, test } from "vitest";
import { testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { restFixture } from "./rest-fixture.ts";

/* Rows that functions return, defaults of domains, and bodies of calls. */

const database = testDatabase();
restFixture(
  database.url,
  `create function chat.tag(chat.users) returns text stable
     language sql as $$ select 'user ' || $1.username $$;
   create function chat.tag(chat.messages) returns text stable
     language sql as $$ select 'message ' || $1.id $$;
   create domain chat.user_row as chat.users;
   create domain chat.user_row_again as chat.user_row;
   create function chat.wrapped() returns setof chat.user_row stable
     language sql as $$ select u::chat.user_row from chat.users u order by username $$;
   create function chat.wrapped_twice() returns chat.user_row_again stable
     language sql as $$ select u::chat.user_row_again from chat.users u where username = 'ayu' $$;
   create domain chat.colour as text default 'black';
   create domain chat.shade as chat.colour;
   create table chat.pens (id int primary key, ink chat.colour, cap chat.shade, tip chat.colour default 'fine');
   grant select, insert, update on chat.pens to anon;
   grant execute on all functions in schema chat to anon;`,
);
const backend = testBackend({ rest: { schemas: ["chat"], aggregates: true } });

async function ask(path: string, init: RequestInit = {}): Promise<[number, unknown]> {
  const answer = await fetch(`${backend().url}/rest/v1${path}`, {
    ...init,
    headers: { apikey: backend().keys.publishable, ...init.headers },
  });
  return [answer.status, await answer.json()];
}

test("an overloaded computed column of a function's rows can be selected, filtered and sorted", async () => {
  expect(await ask("/rpc/everybody?select=tag&order=tag.desc&limit=2")).toEqual([
    200,
    [{ tag: "user dewi" }, { tag: "user citra" }],
  ]);
  expect(await ask("/rpc/everybody?select=username&tag=eq.user%20budi")).toEqual([
    200,
    [{ username: "budi" }],
  ]);
  expect(await ask("/rpc/first_user?select=username,tag")).toEqual([
    200,
    { username: "ayu", tag: "user ayu" },
  ]);
  const [, plain] = await ask("/rpc/everybody?order=username&limit=1");
  expect(await ask("/rpc/everybody?order=tag&limit=1")).toEqual([200, plain]);
  expect(await ask("/rpc/everybody?or=(tag.eq.user%20ayu,tag.is.null)&select=tag")).toEqual([
    200,
    [{ tag: "user ayu" }],
  ]);
  expect(await ask("/rpc/everybody?select=tag.count()")).toEqual([200, [{ count: 4 }]]);
  expect(await ask("/rpc/everybody?select=nothing")).toMatchObject([
    400,
    { code: "42703", message: "column users.nothing does not exist" },
  ]);
});

test("rows of a domain over a row type can embed resources", async () => {
  expect(await ask("/rpc/wrapped?select=username,messages(id)&username=eq.citra")).toEqual([
    200,
    [{ username: "citra", messages: [{ id: 3 }] }],
  ]);
  expect(await ask("/rpc/wrapped_twice?select=username,tag,profiles(id)")).toEqual([
    200,
    { username: "ayu", tag: "user ayu", profiles: [{ id: 1 }] },
  ]);
});

test("missing=default uses the default of a domain, and the column's own first", async () => {
  const [status, body] = await ask("/pens?columns=id,ink,cap,tip", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Prefer: "return=representation, missing=default",
    },
    body: JSON.stringify([{ id: 1 }, { id: 2, ink: "red" }, { id: 3, cap: null }]),
  });
  expect([status, body]).toEqual([
    201,
    [
      { id: 1, ink: "black", cap: "black", tip: "fine" },
      { id: 2, ink: "red", cap: "black", tip: "fine" },
      { id: 3, ink: "black", cap: null, tip: "fine" },
    ],
  ]);
});

test("a CSV body is never the unnamed JSON argument of a function", async () => {
  const csv = (name: string, body: string) =>
    ask(`/rpc/${name}`, { method: "POST", headers: { "Content-Type": "text/csv" }, body });
  expect(await csv("echo", "a,b\n1,2")).toMatchObject([
    404,
    {
      code: "PGRST202",
      message: "Could not find the function chat.echo(a, b) in the schema cache",
      details:
        "Searched for the function chat.echo with parameters a, b, but no matches were found in the schema cache.",
    },
  ]);
  expect(await csv("add", "a,b\n1,2")).toEqual([200, 3]);
});
