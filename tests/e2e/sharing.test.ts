import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { useProgram } from "#tests/support/runner/running-program.ts";

type Node = Readonly<Record<string, unknown>>;

describe("page metadata for other programs", { timeout: 60_000 }, () => {
  const { program } = useProgram();

  const html = async (path: string) => (await fetch(program().url + path)).text();
  const metaOf = (page: string, property: string) =>
    new RegExp(`<meta (?:property|name)="${property}" content="([^"]*)"`).exec(page)?.[1];
  const graphOf = (page: string): Node[] => {
    const [, json] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(page) ?? [];
    return json ? JSON.parse(json)["@graph"] : [];
  };

  test("the home page describes the shop and its search, in its language", async () => {
    const [organisation, site] = graphOf(await html("/en"));
    expect(organisation).toMatchObject({
      "@type": "OnlineStore",
      name: "Nota & Co",
      email: "halo@etalase.test",
      telephone: "+6281234567890",
      logo: `${program().url}/app-icon-512.png`,
    });
    expect(site).toMatchObject({ "@type": "WebSite", inLanguage: "en" });
    const action = site?.potentialAction as { target: { urlTemplate: string } } | undefined;
    const template = action?.target.urlTemplate ?? "";
    const found = await fetch(template.replace("{search_term_string}", "mug"));
    expect(found.status).toBe(200);
    expect(await found.text()).toContain("/en/item/mug-ngopi-dulu");
  });

  test("a filtered list opens products in the chosen variant; their canonical address stays one", async () => {
    const list = await html("/Shop?category=kaos&colour=putih&size=l");
    expect(list).toContain('href="/item/kaos-mega-mendung?colour=putih&amp;size=l"');
    expect(await html("/Shop?category=kaos")).toContain('href="/item/kaos-mega-mendung"');
    const opened = await html("/item/kaos-mega-mendung?colour=putih&size=l");
    expect(opened).toMatch(/<input(?=[^>]*\schecked)[^>]*value="putih"/);
    expect(opened).toMatch(/<input(?=[^>]*\schecked)[^>]*value="l"/);
    const plain = await html("/item/kaos-mega-mendung");
    expect(plain).not.toMatch(/<input(?=[^>]*\schecked)[^>]*value="putih"/);
    for (const page of [opened, plain]) {
      expect(page).toContain(
        `<link rel="canonical" href="${program().url}/item/kaos-mega-mendung"/>`,
      );
    }
  });

  test("a product has structured data with name, price and breadcrumbs", async () => {
    const graph = graphOf(await html("/item/mug-ngopi-dulu"));
    const product = graph.find((node) => node["@type"] === "Product");
    expect(product).toMatchObject({ name: "Mug Ngopi Dulu", brand: { name: "Nota & Co" } });
    expect(product?.offers).toMatchObject({
      priceCurrency: "IDR",
      availability: "https://schema.org/InStock",
    });
    const pictures = (product?.image ?? []) as string[];
    expect(pictures.length).toBeGreaterThan(0);
    for (const picture of pictures) expect((await fetch(picture)).status).toBe(200);
    const crumbs = graph.find((node) => node["@type"] === "BreadcrumbList")?.itemListElement as {
      position: number;
      item: string;
    }[];
    expect(crumbs.map(({ position }) => position)).toEqual([1, 2, 3]);
    for (const { item } of crumbs) expect((await fetch(item)).status).toBe(200);
  });

  test("a shared product shows its picture, uncropped and permanent; other pages the shop's", async () => {
    const page = await html("/item/mug-ngopi-dulu");
    const address = metaOf(page, "og:image") ?? "";
    expect(address).toMatch(/\/social\/mug-ngopi-dulu\.[0-9a-f]{12}\.jpg$/);
    expect(metaOf(await html("/en/item/mug-ngopi-dulu"), "og:image")).toBe(address);
    expect(metaOf(page, "twitter:card")).toBe("summary_large_image");
    const answer = await fetch(address);
    expect(answer.headers.get("content-type")).toBe("image/jpeg");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 });
    expect(bytes.length).toBeLessThan(200_000);
    // Another product's picture differs; an outdated address redirects to the current one.
    const listed = /href="(\/item\/(?!mug-ngopi-dulu)[a-z0-9-]+)"/.exec(await html("/Shop"))?.[1];
    const other = metaOf(await html(listed ?? ""), "og:image") ?? "";
    expect(Buffer.from(await (await fetch(other)).arrayBuffer())).not.toEqual(bytes);
    const old = await fetch(address.replace(/[0-9a-f]{12}\.jpg$/, `${"0".repeat(12)}.jpg`), {
      redirect: "manual",
    });
    expect(old.status).toBe(302);
    expect(old.headers.get("location")).toBe(new URL(address).pathname);
    expect((await fetch(`${program().url}/social/none.${"0".repeat(12)}.jpg`)).status).toBe(404);

    const home = await html("/");
    expect(metaOf(home, "og:type")).toBe("website");
    expect(metaOf(home, "og:image")).toBe(`${program().url}/social/shop.jpg`);
    const shop = await fetch(`${program().url}/social/shop.jpg`);
    expect(await sharp(await shop.arrayBuffer()).metadata()).toMatchObject({
      width: 1200,
      height: 630,
    });
  });

  test("canonical addresses are lowercase and keep only parameters that change the page", async () => {
    const canonical = async (path: string) =>
      /<link rel="canonical" href="([^"]+)"/.exec(await html(path))?.[1]?.replaceAll("&amp;", "&");
    expect(await canonical("/Shop?utm_source=x&page=2&sort=price")).toBe(
      `${program().url}/shop?page=2`,
    );
    expect(await canonical("/en/Faq?q=a")).toBe(`${program().url}/en/faq`);
  });
});
