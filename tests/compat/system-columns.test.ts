import { createClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/*
 * Threat T6: PostgreSQL's system columns (when a row was written, where it is stored) can be neither read nor
 * filtered by.
 */

testDatabase({ demo: true });
const backend = testBackend();
const systemColumns = ["xmin", "xmax", "cmin", "cmax", "ctid", "tableoid"];

async function ask(
  path: string,
  key: "publishable" | "secret",
  init: { method?: string; body?: string; headers?: Record<string, string> } = {},
) {
  const answer = await fetch(`${backend().url}/rest/v1/${path}`, {
    ...init,
    headers: { apikey: backend().keys[key], "content-type": "application/json", ...init.headers },
  });
  return { status: answer.status, body: await answer.json().catch(() => undefined) };
}

/** Every part of a query that can name a column. */
const questions = (name: string) => [
  `products?select=${name}`,
  `products?select=id,a:${name}::text`,
  `products?select=${name}->x`,
  `products?select=${name}->>0&limit=1`,
  `products?select=id&${name}=neq.0`,
  `products?select=id&${name}=is.null`,
  `products?select=id&${name}->>a=eq.1`,
  `products?select=id&${name}=fts.a`,
  `products?select=id&or=(${name}.eq.1,id.is.null)`,
  `products?select=id&order=${name}.desc`,
  `products?select=id,categories(${name})`,
  `products?select=id,...categories(${name})`,
  `products?select=id,categories(id)&categories.${name}=neq.0`,
  `products?select=id,categories(id)&categories.order=${name}`,
  `product_variants?select=id,products(id)&order=products(${name})`,
];

test("T6: system columns are unknown columns wherever a visitor or the shop's own key names them", async () => {
  for (const name of systemColumns) {
    for (const question of questions(name)) {
      for (const key of ["publishable", "secret"] as const) {
        const { status, body } = await ask(question, key);
        expect({ question, status, code: body.code }).toEqual({
          question,
          status: 400,
          code: "42703",
        });
        expect(body.message).toMatch(new RegExp(`^column \\S+\\.${name} does not exist$`));
        expect(body.hint).toBeNull();
      }
    }
  }
  // The same answer as for a column that never existed.
  expect((await ask("products?select=nonsense", "publishable")).body.message).toBe(
    "column products.nonsense does not exist",
  );
});

test("T6: changes neither return system columns nor filter by them", async () => {
  const headers = { prefer: "return=representation,tx=rollback,resolution=merge-duplicates" };
  const row = JSON.stringify({ slug: "uji", name: "Uji" });
  for (const name of systemColumns) {
    for (const [path, method, body] of [
      [`categories?select=${name}`, "POST", row],
      [`categories?columns=slug,name,${name}`, "POST", row],
      [`categories?on_conflict=${name}`, "POST", row],
      [`categories?slug=eq.uji&select=id,${name}`, "PATCH", `{"name":"Uji"}`],
      [`categories?slug=eq.uji&${name}=neq.0`, "PATCH", `{"name":"Uji"}`],
      [`categories?slug=eq.uji`, "PATCH", `{"${name}":"1"}`],
      [`categories?slug=eq.uji&select=${name}`, "DELETE", undefined],
      [`categories?${name}=neq.0`, "DELETE", undefined],
    ] as const) {
      const answer = await ask(path, "secret", { method, headers, ...(body && { body }) });
      expect({ path, status: answer.status }).toEqual({ path, status: 400 });
      expect(["42703", "PGRST204"]).toContain(answer.body.code);
    }
  }
  expect((await ask("categories?slug=eq.uji", "secret")).body).toEqual([]);
});

test("T6: a table's own name is no column that holds the whole row", async () => {
  for (const question of [
    "products?select=products",
    "products?select=products->xmin",
    "products?select=id&products=not.is.null",
    "products?select=id&order=products",
    "products?select=id,categories(categories_1)",
  ]) {
    const { status, body } = await ask(question, "publishable");
    expect({ question, status, code: body.code }).toEqual({ question, status: 400, code: "42703" });
  }
});

test("the official client gets the name of the unknown column", async () => {
  const { url, keys } = backend();
  const client = createClient(url, keys.publishable, { auth: { persistSession: false } });
  const { data, error } = await client.from("products").select("id, xmin");
  expect(data).toBeNull();
  expect(error).toMatchObject({ code: "42703", message: "column products.xmin does not exist" });
});
