import { expect, test } from "vitest";
import { violatedConstraint } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findPresentSlug } from "./slug-redirects.server.ts";

const database = testDatabase({ demo: true });

const change = (table: "products" | "categories", from: string, to: string) =>
  asSeed()`update ${asSeed()(table)} set slug = ${to} where slug = ${from}`;
const rename = (from: string, to: string) => change("products", from, to);

/** The violated constraint; undefined when the row is stored. */
const refusalOf = (work: PromiseLike<unknown>) =>
  Promise.resolve(work).then(() => undefined, violatedConstraint);

const addProduct = (slug: string) =>
  asSeed()`insert into products (slug, name) values (${slug}, '{"id": "Baru", "en": "New"}')`;

test("each earlier slug of a product leads to its present one in one hop", async () => {
  await rename("mug-ngopi-dulu", "mug-b");
  await rename("mug-b", "mug-c");
  expect(await findPresentSlug("product", "mug-ngopi-dulu")).toBe("mug-c");
  expect(await findPresentSlug("product", "mug-b")).toBe("mug-c");
  expect(await findPresentSlug("category", "mug-b")).toBeUndefined();
});

test("a redirected slug can be used by no other product, but again by its own", async () => {
  expect(await refusalOf(addProduct("mug-b"))).toBe("product_slug_redirected");
  expect(await refusalOf(rename("mug-daun-monstera", "mug-b"))).toBe("product_slug_redirected");
  expect(await findPresentSlug("product", "mug-daun-monstera")).toBeUndefined();
  await rename("mug-c", "mug-b");
  expect(await findPresentSlug("product", "mug-b")).toBeUndefined();
  expect(await findPresentSlug("product", "mug-c")).toBe("mug-b");
  expect(await findPresentSlug("product", "mug-ngopi-dulu")).toBe("mug-b");
  // A category may take a former slug of a product.
  await change("categories", "poster", "mug-c");
  expect(await findPresentSlug("category", "poster")).toBe("mug-c");
  expect(
    await refusalOf(
      asSeed()`insert into categories (slug, name) values ('poster', '{"id": "P", "en": "P"}')`,
    ),
  ).toBe("category_slug_redirected");
});

test("a concurrent claim of a slug that becomes a redirect is refused", async () => {
  const owner = openPostgres(database.url(), { max: 2 });
  try {
    let other: Promise<string | undefined> | undefined;
    await asSeed().begin(async (sql) => {
      await sql`update products set slug = 'kaos-baru' where slug = 'kaos-mega-mendung'`;
      other = refusalOf(
        owner`update products set slug = 'kaos-mega-mendung' where slug = 'mug-jakarta'`,
      );
      await expect
        .poll(async () => {
          const [row] = await owner<{ waiting: number }[]>`
            select count(*)::int as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`;
          return row?.waiting;
        })
        .toBe(1);
    });
    expect(await other).toBe("product_slug_redirected");
  } finally {
    await owner.end();
  }
});

test("a draft's earlier slug does not redirect, and a deleted product's slug is free again", async () => {
  await addProduct("rahasia");
  await rename("rahasia", "rahasia-baru");
  expect(await findPresentSlug("product", "rahasia")).toBeUndefined();
  await asSeed()`delete from products where slug = 'rahasia-baru'`;
  expect(await refusalOf(addProduct("rahasia"))).toBeUndefined();
});
