import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe("the data for search engines", { timeout: 60_000 }, () => {
  const { program } = useProgram();

  test("each address of the sitemap is a page whose canonical link is that address", async () => {
    const answer = await fetch(`${program().url}/sitemap.xml`);
    expect(answer.headers.get("content-type")).toMatch(/^application\/xml/);
    const sitemap = await answer.text();
    const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) =>
      (address ?? "").replaceAll("&amp;", "&"),
    );
    // Eight fixed pages, eight categories and 52 products, in two languages.
    expect(addresses).toHaveLength(2 * (8 + 8 + 52));
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const address of addresses) {
      const page = await fetch(address);
      expect(page.status, address).toBe(200);
      const html = await page.text();
      expect(html, address).toContain(`rel="canonical" href="${address.replaceAll("&", "&amp;")}"`);
      expect(html, address).not.toContain('content="noindex"');
    }
  });

  test("the sitemap names every picture of a product, in one order and at addresses that show it", async () => {
    const sitemap = await (await fetch(`${program().url}/sitemap.xml`)).text();
    expect(sitemap).toContain('xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"');
    const entries = [...sitemap.matchAll(/<url><loc>([^<]+)<\/loc>(.*?)<\/url>/g)];
    const rows = await asSeed()<{ slug: string; path: string }[]>`
      select p.slug, i.path from product_images i join products p on p.id = i.product_id
      where p.status = 'published' and p.published_at <= now() order by i.position`;
    for (const prefix of ["", "/en"]) {
      for (const slug of new Set(rows.map((row) => row.slug))) {
        const address = `${program().url}${prefix}/item/${slug}`;
        const [, , rest = ""] = entries.find(([, loc]) => loc === address) ?? [];
        const found = [
          ...rest.matchAll(/<image:image><image:loc>([^<]+)<\/image:loc><\/image:image>/g),
        ];
        const wanted = rows
          .filter((row) => row.slug === slug)
          .map(
            ({ path }) =>
              `${program().url}/storage/v1/object/public/product-images/${path}.960.webp`,
          );
        expect(
          found.map(([, loc]) => loc),
          address,
        ).toEqual(wanted);
      }
    }
    const [first] = /<image:loc>[^<]+/.exec(sitemap) ?? [];
    const picture = await fetch((first ?? "").replace("<image:loc>", ""));
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);
  });

  test("robots stay out of pages about one visitor, in both languages", async () => {
    const rules = await (await fetch(`${program().url}/robots.txt`)).text();
    for (const path of [
      "/admin",
      "/en/admin",
      "/Checkout",
      "/checkout",
      "/Cart",
      "/en/dashboard",
    ]) {
      expect(rules).toContain(`Disallow: ${path}\n`);
    }
    const cart = await (await fetch(`${program().url}/Cart`)).text();
    expect(cart).toContain('<meta name="robots" content="noindex"');
    expect(rules).toContain(`Sitemap: ${program().url}/sitemap.xml`);
  });

  test("a list that is searched, filtered or sorted is not indexed, and its canonical link is the whole list", async () => {
    const sql = asSeed();
    const [collection] = await sql<{ slug: string }[]>`
      insert into collections (id, slug, name, published)
      values (gen_random_uuid(), 'untuk-tamu', '{"id": "Untuk tamu", "en": "For guests"}', true) returning slug`;
    const page = async (path: string) => (await fetch(program().url + path)).text();
    const canonical = (html: string) => /rel="canonical" href="([^"]+)"/.exec(html)?.[1];
    const own = [
      "/shop",
      "/shop?category=mug",
      "/en/shop?page=2",
      `/collections/${collection?.slug}`,
    ];
    for (const path of own) {
      const html = await page(path);
      expect(html, path).not.toContain('content="noindex"');
      expect(canonical(html), path).toBe(program().url + path);
    }
    for (const [path, whole] of [
      ["/shop?q=mug", "/shop"],
      ["/shop?category=mug&colour=merah", "/shop?category=mug"],
      ["/en/shop?in_stock=1&page=2", "/en/shop?page=2"],
      ["/shop?sort=price-asc", "/shop"],
      ["/shop?min=10000", "/shop"],
      [`/collections/${collection?.slug}?sort=newest`, `/collections/${collection?.slug}`],
    ] as const) {
      const html = await page(path);
      expect(html, path).toContain('<meta name="robots" content="noindex"');
      expect(canonical(html), path).toBe(program().url + whole);
    }
  });

  test("titles and contacts are the merchant's own, from the moment they change", async () => {
    const page = async () => (await fetch(`${program().url}/item/mug-ngopi-dulu`)).text();
    expect(await page()).toContain("<title>Mug Ngopi Dulu · Nota &amp; Co</title>");

    await asSeed()`
      update shop_settings set name = 'Toko Kawung', legal_name = 'CV Kawung', whatsapp = '+6281111222333', email = ''`;
    await expect.poll(page).toContain("<title>Mug Ngopi Dulu · Toko Kawung</title>");
    const html = await page();
    expect(html).toContain('"brand":{"@type":"Brand","name":"Toko Kawung"}');
    expect(html).toContain("CV Kawung");
    expect(html).toContain("https://wa.me/6281111222333?");
    expect(html).toContain("0811-1122-2333");
    expect(html, "no address, no link to write to it").not.toContain("mailto:");
    expect(html).not.toContain("Nota &amp; Co");

    const keys = JSON.parse(await readFile(path.join(program().dataDir, "keys.json"), "utf8"));
    const asked = await fetch(`${program().url}/auth/v1/recover`, {
      method: "POST",
      headers: { apikey: keys.publishable, "Content-Type": "application/json" },
      body: JSON.stringify({ email: "customer@etalase.test" }),
    });
    expect(asked.status).toBe(200);
    const mail = async () => {
      const [row] = await asSeed()<{ all: string }[]>`
        select m::text as all from private.outbox m where recipient = 'customer@etalase.test'
        order by created_at desc limit 1`;
      return row?.all;
    };
    await expect.poll(mail, { timeout: 10_000 }).toContain("Toko Kawung");
  });
});
