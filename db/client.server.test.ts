import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { asCaller, asShop, asVisitor, sqlState } from "./client.server.ts";

testDatabase();

const person = "7b1f3c52-56a1-4f5d-9a53-2b8c1f0a9d11";

test("a transaction runs with the caller's role and claims, and leaves nothing behind", async () => {
  const caller = { dbRole: "authenticated", claims: { sub: person } } as const;
  const [inside] = await asCaller(
    caller,
    (sql) => sql`select current_user::text as role, auth.uid()::text as uid`,
  );
  expect(inside).toEqual({ role: "authenticated", uid: person });
  const [after] = await asShop()`select current_user::text as role, auth.uid() as uid`;
  expect(after).toEqual({ role: "service_role", uid: null });
});

test("a visitor cannot write", async () => {
  const code = await asVisitor()`create table public.mine (id int)`.catch(sqlState);
  expect(code).toBe("25006");
});
