import { randomBytes, randomUUID } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { asShop } from "#db/client.server.ts";
import { visitor } from "#shop/kernel/access.ts";
import { makeGuest } from "#tests/support/builders/guests.ts";
import { photograph, testStore } from "#tests/support/builders/media.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { readAssetFiles } from "./asset-files.server.ts";
import { maxUploadBytes } from "./design-upload.ts";
import { findAssetPreview, findAssets } from "./find-asset.server.ts";
import { purgeAssets } from "./purge-assets.server.ts";
import { runUploadProcess } from "./run-upload-process.server.ts";
import { takeUpload } from "./take-upload.server.ts";

testDatabase({ demo: true });
testStore();
const buyer = demoPerson("customer@etalase.test");
const other = demoPerson("admin@etalase.test");

const paint = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });

async function take(bytes: Uint8Array, actor: Parameters<typeof takeUpload>[0] = buyer) {
  const taken = await takeUpload(actor, bytes, "foto.jpg", randomUUID());
  if (!taken.ok) throw new Error(taken.problem);
  return taken.value;
}

const objectsOf = async (sha256: string) => {
  const rows = await asSeed()`
    select from storage.objects where bucket_id = 'design-assets' and name like ${`${sha256}%`}`;
  return rows.length;
};

test("a photograph becomes an upright master without metadata, and a preview of its owner", async () => {
  const bytes = await paint(300, 200)
    .jpeg()
    .withExifMerge({ IFD0: { ImageDescription: "rahasia-rumah" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect(bytes.includes("rahasia-rumah")).toBe(true);
  const { sha256, width, height, is_converted } = await take(bytes);
  expect({ width, height, is_converted }).toEqual({ width: 200, height: 300, is_converted: false });
  const master = (await readAssetFiles([sha256], "master")).get(sha256);
  if (!master) throw new Error("no master");
  expect(master.includes("rahasia-rumah")).toBe(false);
  expect(master.includes("Exif")).toBe(false);
  expect(await findAssetPreview(buyer, sha256)).toBeInstanceOf(Buffer);
  // Staff who handle designs may see it; visitors may not.
  expect(await findAssetPreview(visitor, sha256)).toBeUndefined();
});

test("transparency is kept as PNG", async () => {
  const clear = { r: 0, g: 90, b: 200, alpha: 0.4 };
  const bytes = await sharp({
    create: { width: 60, height: 40, channels: 4, background: clear },
  })
    .webp()
    .toBuffer();
  const { sha256 } = await take(bytes);
  const master = (await readAssetFiles([sha256], "master")).get(sha256);
  const { format, hasAlpha } = await sharp(master).metadata();
  expect({ format, hasAlpha }).toEqual({ format: "png", hasAlpha: true });
});

test("colours of another space are converted, and the uploader is told", async () => {
  const cmyk = await paint(40, 40).toColourspace("cmyk").jpeg().toBuffer();
  const wide = await paint(40, 40).withIccProfile("p3").jpeg().toBuffer();
  const grey = await paint(40, 40).greyscale().toColourspace("b-w").png().toBuffer();
  const deep = await paint(40, 40).toColourspace("rgb16").png().toBuffer();
  const told = [];
  for (const bytes of [cmyk, wide, grey, deep]) {
    const { sha256, is_converted } = await take(bytes);
    const master = (await readAssetFiles([sha256], "master")).get(sha256);
    const { space, depth, channels } = await sharp(master).metadata();
    expect({ space, depth, channels }).toEqual({ space: "srgb", depth: "uchar", channels: 3 });
    told.push(is_converted);
  }
  expect(told).toEqual([true, true, false, false]);
});

test("the same file twice, and by two people, is one pair of files that goes with the last owner", async () => {
  const bytes = await photograph({ r: 1, g: 120, b: 60 }, [64, 48]);
  const [first, again] = await Promise.all([take(bytes), take(bytes)]);
  const theirs = await take(bytes, other);
  const guests = await take(bytes, await makeGuest());
  const { sha256 } = first;
  expect([again.sha256, theirs.sha256, guests.sha256]).toEqual([sha256, sha256, sha256]);
  const owners = await asSeed()`select customer_id from design_assets where sha256 = ${sha256}`;
  expect(owners).toHaveLength(3);
  expect(await objectsOf(sha256)).toBe(2);
  await asSeed()`delete from design_assets where sha256 = ${sha256} and customer_id is not null`;
  expect(await objectsOf(sha256)).toBe(2);
  await asSeed()`delete from design_assets where sha256 = ${sha256}`;
  expect(await objectsOf(sha256)).toBe(0);
});

test("a guest's picture is found by whoever knows its hash, an account's only by its owner", async () => {
  const own = await take(await photograph({ r: 9, g: 8, b: 7 }, [32, 32]));
  const guests = await take(await photograph({ r: 200, g: 8, b: 7 }, [32, 32]), await makeGuest());
  const hashes = [own.sha256, guests.sha256, "0".repeat(64)];
  expect([...(await findAssets(asShop(), visitor, hashes)).keys()]).toEqual([guests.sha256]);
  expect((await findAssets(asShop(), buyer, hashes)).size).toBe(2);
});

test("pictures that no design shows are deleted: of guests after 30 days, of accounts after 90", async () => {
  const old = await take(await photograph({ r: 11, g: 8, b: 250 }, [32, 32]), await makeGuest());
  const young = await take(await photograph({ r: 12, g: 200, b: 7 }, [32, 32]));
  await asSeed()`update design_assets set created_at = now() - interval '31 days'
    where sha256 in (${old.sha256}, ${young.sha256})`;
  await purgeAssets(1);
  expect([await objectsOf(old.sha256), await objectsOf(young.sha256)]).toEqual([0, 2]);
});

test("an account and a network may upload only so much", async () => {
  const network = randomUUID();
  await asSeed()`
    insert into design_assets (customer_id, sha256, kind, width, height, bytes, name)
    select ${buyer.id}, md5(n::text) || md5(n::text), 'jpeg', 20, 20, 10, 'Uji' from generate_series(1, 200) n`;
  const full = await takeUpload(
    buyer,
    await photograph({ r: 3, g: 3, b: 3 }, [32, 32]),
    "",
    network,
  );
  expect(full).toEqual({ ok: false, problem: "too_many_pictures" });
  // Nor does the refused file stay.
  const files = await asSeed()`
    select o.name from storage.objects o where o.bucket_id = 'design-assets' and not exists (
      select from design_assets a where o.name in (a.sha256, a.sha256 || '.preview'))`;
  expect(files).toEqual([]);
  await asSeed()`delete from design_assets where name = 'Uji'`;
  await asSeed()`update private.rate_limits set used = 60 where key = ${`design-assets:${network}`}`;
  const busy = await takeUpload(await makeGuest(), Buffer.from("x"), "", network);
  expect(busy).toEqual({ ok: false, problem: "too_many_requests" });
});

test("a full place makes room of pictures that no design shows, but for those of the last hour", async () => {
  const owner = await makeGuest();
  const add = (age: string, from: number, to: number) => asSeed()`
    insert into design_assets (guest_hash, sha256, kind, width, height, bytes, name, created_at)
    select ${owner.guest}, md5('room' || n::text) || md5(n::text), 'jpeg', 20, 20, 10, 'Uji', now() - ${age}::interval
    from generate_series(${from}::int, ${to}::int) n`;
  const upload = async (shade: number) =>
    takeUpload(owner, await photograph({ r: 60, g: shade, b: 9 }, [32, 32]), "", randomUUID());
  await add("59 minutes", 1, 10);
  expect(await upload(1)).toEqual({ ok: false, problem: "too_many_pictures" });
  await asSeed()`delete from design_assets where guest_hash = ${owner.guest}`;
  await add("2 hours", 1, 9);
  const shown = await take(await photograph({ r: 61, g: 2, b: 9 }, [32, 32]), owner);
  const [product] = await asSeed()<{ id: string }[]>`select id from products limit 1`;
  const document = { v: 2, assets: { [shown.sha256]: { w: 32, h: 32 } } };
  await asSeed()`update design_assets set created_at = now() - interval '3 days' where sha256 = ${shown.sha256}`;
  await asSeed()`
    insert into designs (guest_hash, product_id, name, document)
    values (${owner.guest}, ${product?.id ?? ""}, 'Dipakai', ${asSeed().json(document)})`;
  expect(await upload(3)).toMatchObject({ ok: true });
  // What a design shows is there, and its file.
  const left = await asSeed()<{ sha256: string }[]>`
    select sha256 from design_assets where guest_hash = ${owner.guest}`;
  expect(left).toHaveLength(2);
  expect(left.map(({ sha256 }) => sha256)).toContain(shown.sha256);
  expect(await objectsOf(shown.sha256)).toBe(2);
});

test("an account may keep one gigabyte", async () => {
  await asSeed()`
    insert into design_assets (customer_id, sha256, kind, width, height, bytes, name)
    values (${buyer.id}, ${"9".repeat(64)}, 'jpeg', 20, 20, ${1024 ** 3}, 'Uji')`;
  const bytes = await photograph({ r: 8, g: 9, b: 200 }, [32, 32]);
  expect(await takeUpload(buyer, bytes, "", randomUUID())).toEqual({
    ok: false,
    problem: "too_many_pictures",
  });
  await asSeed()`delete from design_assets where name = 'Uji'`;
});

test("a preview is 1,600 pixels wide or high at most, and the master has every pixel", async () => {
  const { sha256, width, height } = await take(
    await photograph({ r: 70, g: 8, b: 33 }, [2400, 1800]),
  );
  expect([width, height]).toEqual([2400, 1800]);
  const sizeOf = async (kind: "master" | "preview") => {
    const file = (await readAssetFiles([sha256], kind)).get(sha256);
    const { width, height } = await sharp(file).metadata();
    return [width, height];
  };
  expect([await sizeOf("master"), await sizeOf("preview")]).toEqual([
    [2400, 1800],
    [1600, 1200],
  ]);
});

test("a guest may keep ten pictures and 60 MB", async () => {
  const guest = await makeGuest();
  const add = (count: number, bytes: number) => asSeed()`
    insert into design_assets (guest_hash, sha256, kind, width, height, bytes, name)
    select ${guest.guest}, md5(n || ${String(bytes)}) || md5(n::text), 'jpeg', 20, 20, ${bytes}, 'Uji'
    from generate_series(1, ${count}::int) n`;
  const photographs = await Promise.all(
    [20, 120, 220].map((shade) => photograph({ r: 90, g: shade, b: 3 }, [32, 32])),
  );
  await add(8, 10);
  const taken = [];
  for (const bytes of photographs) taken.push(await takeUpload(guest, bytes, "", randomUUID()));
  expect(taken.filter(({ ok }) => ok)).toHaveLength(2);
  expect(taken.find(({ ok }) => !ok)).toEqual({ ok: false, problem: "too_many_pictures" });
  await asSeed()`delete from design_assets where guest_hash = ${guest.guest}`;
  await add(1, 60 * 1024 ** 2);
  const [bytes = Buffer.alloc(0)] = photographs;
  expect(await takeUpload(guest, bytes, "", randomUUID())).toEqual({
    ok: false,
    problem: "too_many_pictures",
  });
  await asSeed()`delete from design_assets where guest_hash = ${guest.guest}`;
});

test("a file that takes too long or too much memory ends its process alone", async () => {
  const bytes = await paint(4_000, 4_000).png().toBuffer();
  const heavy = { ok: false, problem: "picture_too_heavy" };
  expect(await runUploadProcess(bytes, { seconds: 20, megabytes: 1 })).toEqual(heavy);
  expect(await runUploadProcess(bytes, { seconds: 0, megabytes: 512 })).toEqual(heavy);
  expect((await runUploadProcess(bytes)).ok).toBe(true);
});

const refused: readonly (readonly [
  what: string,
  code: string,
  bytes: () => Promise<Uint8Array>,
])[] = [
  ["nothing", "picture_empty", async () => new Uint8Array()],
  ["a megabyte too much", "picture_too_many_bytes", async () => new Uint8Array(maxUploadBytes + 1)],
  ["noise", "picture_wrong_type", async () => randomBytes(4_000)],
  ["a PDF", "picture_wrong_type", async () => Buffer.from("%PDF-1.7\n1 0 obj")],
  [
    "an SVG with an entity",
    "picture_wrong_type",
    async () =>
      Buffer.from(
        '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>',
      ),
  ],
  ["a GIF", "picture_wrong_type", () => paint(20, 20).gif().toBuffer()],
  ["a TIFF called JPEG", "picture_wrong_type", () => paint(20, 20).tiff().toBuffer()],
  ["15 pixels", "picture_too_small", () => paint(15, 40).png().toBuffer()],
  ["12,001 pixels", "picture_side_too_long", () => paint(12_001, 20).png().toBuffer()],
  [
    "a PNG that ends early",
    "picture_broken",
    async () => (await paint(800, 800).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 9_000),
  ],
  [
    "a JPEG with a script behind it cut inside",
    "picture_broken",
    async () => (await paint(800, 800).jpeg({ quality: 100 }).toBuffer()).subarray(0, 900),
  ],
];
test.each(refused)("%s is refused as %s and nothing is stored", async (_, code, bytes) => {
  const before = await asSeed()`select count(*) from storage.objects`;
  const taken = await takeUpload(buyer, await bytes(), "\0../../etc/passwd", randomUUID());
  expect(taken).toEqual({ ok: false, problem: code });
  expect(await asSeed()`select count(*) from storage.objects`).toEqual(before);
});
