import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { shownPicture } from "./look.ts";
import { saveSiteDraft } from "./site-drafts.server.ts";
import { addSiteFile, readSiteFile } from "./site-files.server.ts";

testDatabase({ demo: true });

const admin = demoPerson("admin@etalase.test");
const sales = demoPerson("staff@etalase.test");
const look = {
  accent: "#2b39a6",
  ground: "#f6f7f5",
  corner: "0",
  logo_light: "",
  logo_dark: "",
  sign: "",
  share: "",
};
const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: "#2b39a6" } })
    .png()
    .toBuffer();
const svg = Buffer.from('<svg viewBox="0 0 300 60" class="x"><path d="M0 0h9z"/></svg>');

test("a logo is stored as it was rebuilt or encoded, under the hash of its bytes", async () => {
  const drawn = await addSiteFile(admin, "logo_light", svg);
  expect(drawn).toMatchObject({ ok: true, value: expect.stringMatching(/-300x60[.]svg$/) });
  expect(await addSiteFile(admin, "logo_light", svg)).toEqual(drawn);
  const name = drawn.ok ? drawn.value : "";
  expect(String(await readSiteFile(name))).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 60"><path d="M0 0h9z"/></svg>',
  );
  expect(shownPicture(name)).toMatchObject({ width: 200, height: 40 });
  const raster = await addSiteFile(admin, "logo_dark", await png(1200, 200));
  expect(raster).toMatchObject({ ok: true, value: expect.stringMatching(/-600x100[.]png$/) });
  const share = await addSiteFile(admin, "share", await png(1300, 700));
  expect(share).toMatchObject({ ok: true, value: expect.stringMatching(/-1200x630[.]jpg$/) });
  const body = { ...look, logo_light: name, share: share.ok ? share.value : "" };
  expect((await saveSiteDraft(admin, { kind: "look", key: "main" }, 0, body)).ok).toBe(true);
});

test.each([
  ["picture_unreadable", "logo_light", async () => gzipSync(svg)],
  ["picture_unreadable", "logo_light", async () => Buffer.from("GIF89a, or anything else")],
  ["picture_unreadable", "logo_light", async () => Buffer.alloc(0)],
  ["picture_unreadable", "logo_light", async () => (await png(50, 50)).subarray(0, 60)],
  ["picture_unreadable", "share", async () => svg],
  ["picture_too_small", "sign", async () => png(511, 600)],
  ["picture_too_small", "sign", async () => svg],
  ["picture_too_small", "share", async () => png(1199, 630)],
  ["too_large", "logo_light", async () => Buffer.alloc(900_001)],
  ["svg_refused", "logo_light", async () => Buffer.from("<svg viewBox='0 0 1 1'><script/></svg>")],
] as const)("%s: a file for %s is refused", async (code, place, bytes) => {
  expect(await addSiteFile(admin, place, await bytes())).toMatchObject({
    ok: false,
    problem: { code },
  });
});

test("a square icon is stored as a PNG, so that no visitor's request draws an SVG", async () => {
  const square = Buffer.from(
    '<svg viewBox="0 0 8 8"><rect width="8" height="8" fill="#f00"/></svg>',
  );
  const sign = await addSiteFile(admin, "sign", square);
  expect(sign).toMatchObject({ ok: true, value: expect.stringMatching(/-512x512[.]png$/) });
  const { dominant } = await sharp(await readSiteFile(sign.ok ? sign.value : "")).stats();
  expect(dominant).toMatchObject({ r: 248, g: 8, b: 8 });
});

test("a look with an unknown picture is refused, and staff without the permission store none", async () => {
  const unknown = { ...look, sign: `${"0".repeat(64)}-512x512.png` };
  expect(await saveSiteDraft(admin, { kind: "look", key: "main" }, 1, unknown)).toEqual({
    ok: false,
    problem: "picture_unknown",
  });
  expect(await addSiteFile(sales, "logo_light", svg)).toEqual({
    ok: false,
    problem: { code: "not_permitted" },
  });
});
