import { expect, test } from "vitest";
import { signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase();
const backend = testBackend();

/** The columns of a table that a role may use, in their order. */
async function allowed(table: string, right: string, role = "authenticated"): Promise<string> {
  const [row] = await asSeed()<{ names: string }[]>`
    select string_agg(attname, ',' order by attnum) as names from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
      and has_column_privilege(${role}, attrelid, attnum, ${right})`;
  return row?.names ?? "";
}

test("a refusal names the asked column without a grant, and the columns that may be used", async () => {
  const client = await signedInClient(backend(), "pembaca@contoh.test");
  const readable = await allowed("public.orders", "select");
  const asked = await client.from("orders").select("id, request_hash").not("buyer_id", "is", null);
  expect(asked.error).toMatchObject({
    code: "42501",
    message: "permission denied for table orders",
    details: "The role authenticated may not read the columns request_hash, buyer_id of orders",
    hint: `Name columns that it may read: select=${readable}`,
  });
  // Columns that nobody asked for stay unsaid.
  const all = await client.from("orders").select();
  expect(all.error?.hint).toBe(`Name columns that it may read: select=${readable}`);
  expect(JSON.stringify(all.error)).not.toContain("request_hash");
  const embedded = await client.from("payments").select("id, orders(id, public_token)");
  expect(embedded.error?.details).toBe(
    "The role authenticated may not read the column public_token of orders",
  );
});

test("a refused body names its columns and those that may be written", async () => {
  const client = await signedInClient(backend(), "penulis@contoh.test");
  const nobody = "7b1f3c52-56a1-4f5d-9a53-2b8c1f0a9d11";
  const change = { role: "ADMIN", full_name: "Indra" };
  const changed = await client.from("profiles").update(change).eq("id", nobody);
  expect(changed.error).toMatchObject({
    code: "42501",
    details: "The role authenticated may not change the column role of profiles",
    hint: `It may change: ${await allowed("public.profiles", "update")}`,
  });
  const made = await client.from("addresses").insert({ customer_id: nobody, created_at: "now" });
  expect(made.error?.details).toMatch(
    /^The role authenticated may not insert the columns? [a-z_, ]+ of addresses$/,
  );
  const visitor = await backend().client().from("orders").select("id");
  expect(visitor.error).toMatchObject({ code: "42501", details: null, hint: null });
});
