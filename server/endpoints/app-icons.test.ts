import sharp from "sharp";
import { expect, test } from "vitest";
import { asShop } from "#db/client.server.ts";
import { publishSiteDraft } from "#shop/content/publish-site.server.ts";
import { saveSiteDraft } from "#shop/content/site-drafts.server.ts";
import { addSiteFile } from "#shop/content/site-files.server.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { appIconEndpoint } from "./app-icons.ts";

testDatabase({ demo: true });

test.each([8, 9000])("an SVG icon of %i units is drawn at the size of each icon", async (side) => {
  const admin = demoPerson("admin@etalase.test");
  const name = { kind: "look", key: "main" } as const;
  const svg = `<svg viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" fill="#ff0000"/></svg>`;
  const sign = await addSiteFile(admin, "sign", Buffer.from(svg));
  const look = {
    accent: "#2b39a6",
    ground: "#f6f7f5",
    corner: "0",
    logo_light: "",
    logo_dark: "",
    sign: sign.ok ? sign.value : "",
    share: "",
  };
  // The other run published the first version with two revisions.
  const saved = await saveSiteDraft(admin, name, side === 8 ? 0 : 2, look);
  await publishSiteDraft(admin, name, saved.ok ? saved.value.revision : 0, "");
  const endpoint = appIconEndpoint();
  for (const [path, size] of [
    ["/favicon.ico", 48],
    ["/app-icon-512.png", 512],
    ["/app-icon-mask-512.png", 512],
  ] as const) {
    const answer = await endpoint.request(path);
    expect(answer.status).toBe(200);
    const { data, info } = await sharp(await answer.arrayBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([size, size]);
    const middle = (Math.floor(size / 2) * size + Math.floor(size / 2)) * info.channels;
    expect([...data.subarray(middle, middle + 3)]).toEqual([255, 0, 0]);
  }
});

test("an icon that cannot be drawn is replaced by the built-in icon", async () => {
  const admin = demoPerson("admin@etalase.test");
  const name = { kind: "look", key: "main" } as const;
  const sign = `${"0".repeat(64)}-512x512.png`;
  await asShop()`insert into private.site_files (name, bytes) values (${sign}, ${Buffer.from("x")})`;
  const [row] = await asShop()<{ revision: number }[]>`
    select coalesce(max(revision), 0) as revision from site_documents where id = 'look:main'`;
  const look = { accent: "#2b39a6", ground: "#f6f7f5", corner: "0" };
  const pictures = { logo_light: "", logo_dark: "", sign, share: "" };
  const saved = await saveSiteDraft(admin, name, row?.revision ?? 0, { ...look, ...pictures });
  await publishSiteDraft(admin, name, saved.ok ? saved.value.revision : 0, "");
  const answer = await appIconEndpoint().request("/favicon.ico");
  expect(answer.status).toBe(200);
  expect((await sharp(await answer.arrayBuffer()).metadata()).width).toBe(48);
});
