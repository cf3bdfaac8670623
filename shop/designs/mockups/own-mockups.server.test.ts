import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { addPicture, replacePicture } from "#shop/catalogue/media/add-picture.server.ts";
import { createVersion } from "#shop/designs/personalise.server.ts";
import { visitor } from "#shop/kernel/access.ts";
import { photograph, testStore, waitingUpload } from "#tests/support/builders/media.ts";
import { demoPerson, makeCustomer } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findVersionImage } from "./find-mockup.server.ts";
import { flatMesh } from "./mesh.ts";
import {
  addOwnMockup,
  findOwnMockups,
  type OwnMockupInput,
  removeOwnMockup,
} from "./own-mockups.server.ts";

testDatabase({ demo: true });
testStore();
const admin = demoPerson("admin@etalase.test");
const grey = { r: 200, g: 198, b: 190 };

let product = "";
let picture = "";
let version = "";
let variants: { id: string; colour: string }[] = [];

beforeAll(async () => {
  const [mug] = await asSeed()<{ id: string }[]>`
    select id from products where slug = 'mug-nama-anda'`;
  product = mug?.id ?? "";
  variants = await asSeed()`
    select id, options ->> 'colour' as colour from product_variants where product_id = ${product} order by position`;
  await add(grey);
  const [added] = await asSeed()<{ id: string }[]>`
    select id from product_images where product_id = ${product} and media_id is not null`;
  picture = added?.id ?? "";
  version = randomUUID();
  const [template] = await asSeed()<{ id: string }[]>`
    select id from design_templates where product_id = ${product} order by position offset 1 limit 1`;
  const input = { variant_id: variants[0]?.id ?? "", template_id: template?.id ?? "" };
  await createVersion(visitor, version, { ...input, values: { name: "MMMM" } }, "203.0.113.9");
});

async function add(colour: typeof grey): Promise<void> {
  const uploadId = await waitingUpload(admin, await photograph(colour));
  const added = await addPicture(admin, product, {
    uploadId,
    name: "foto.jpg",
    dropped: [uploadId],
  });
  if (!added.ok) throw new Error(added.problem);
}

const input = (more: Partial<OwnMockupInput> = {}): OwnMockupInput => ({
  id: randomUUID(),
  picture,
  side: "around",
  area: "wrap",
  corners: [0.2, 0.3, 0.8, 0.3, 0.8, 0.6, 0.2, 0.6],
  bend: { kind: "flat" },
  shading: 1,
  ...more,
});
const mockups = async () => (await findOwnMockups(admin, product))?.mockups ?? [];
const imageOf = (colour: string) =>
  findVersionImage(
    visitor,
    version,
    variants.find((variant) => variant.colour === colour)?.id ?? "",
    640,
  );

test("a photograph shows designs on the variants that it shows", async () => {
  expect(await imageOf("putih")).toHaveProperty("svg");
  const first = input();
  expect(await addOwnMockup(admin, product, first)).toEqual({ ok: true, value: undefined });
  expect(await addOwnMockup(admin, product, first)).toEqual({ ok: true, value: undefined });
  expect(await mockups()).toMatchObject([{ id: first.id, image_id: picture, side: "around" }]);

  const image = await imageOf("krem");
  if (!image || !("webp" in image)) throw new Error("no photograph");
  const { data, info } = await sharp(image.webp).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray(3 * (y * info.width + x))].slice(0, 3);
  // Beside the print it is the photograph; the name is dark ink in its middle.
  for (const [x, y] of [
    [40, 40],
    [140, 200],
  ] as const)
    expect(Math.abs((at(x, y)[0] ?? 0) - grey.r)).toBeLessThan(6);
  let dark = 0;
  for (let index = 0; index < data.length; index += 3) if ((data[index] ?? 0) < 70) dark++;
  expect(dark).toBeGreaterThan(500);

  const [white] = variants.filter(({ colour }) => colour === "putih");
  await asSeed()`update product_images set variant_ids = array[${white?.id ?? ""}]::uuid[] where id = ${picture}`;
  expect(await imageOf("krem")).toHaveProperty("svg");
  expect(await imageOf("putih")).toHaveProperty("webp");

  // Another quad of the same picture and side replaces it, with its files.
  const second = input({ corners: [0.3, 0.3, 0.7, 0.3, 0.7, 0.5, 0.3, 0.5] });
  expect(await addOwnMockup(admin, product, second)).toMatchObject({ ok: true });
  expect(await mockups()).toMatchObject([{ id: second.id }]);
  const files = await asSeed()<{ name: string }[]>`
    select name from storage.objects where bucket_id = 'mockup-kits' order by name`;
  expect(files.map(({ name }) => name)).toEqual([
    `foto-${second.id}.640.kit`,
    `foto-${second.id}.960.kit`,
  ]);
  expect(await removeOwnMockup(admin, product, second.id)).toMatchObject({ ok: true });
  expect(await mockups()).toEqual([]);
  expect(await asSeed()`select from mockup_kits where id like 'foto-%'`).toHaveLength(0);
});

test("a picture whose file is replaced loses its mock-up", async () => {
  expect(await addOwnMockup(admin, product, input())).toMatchObject({ ok: true });
  const upload = await waitingUpload(admin, await photograph({ r: 10, g: 90, b: 90 }));
  const replaced = await replacePicture(admin, product, picture, {
    uploadId: upload,
    name: "lain.jpg",
  });
  expect(replaced).toMatchObject({ ok: true });
  expect(await mockups()).toEqual([]);
});

test("corners that cross, an unknown area, another product's picture and people without the right are refused", async () => {
  const { person } = await makeCustomer("bukan-petugas");
  const crossed = input({ corners: [0.2, 0.2, 0.8, 0.8, 0.8, 0.2, 0.2, 0.8] });
  const [other] = await asSeed()<{ id: string }[]>`
    select id from product_images where product_id <> ${product} limit 1`;
  const problemOf = async (...args: Parameters<typeof addOwnMockup>) => {
    const result = await addOwnMockup(...args);
    return result.ok ? null : result.problem;
  };
  const folded = flatMesh.with(0, 1).with(6, 0);
  expect([
    await problemOf(admin, product, crossed),
    await problemOf(admin, product, input({ bend: { kind: "mesh", points: folded } })),
    await problemOf(admin, product, input({ side: "lid" })),
    await problemOf(admin, product, input({ picture: other?.id ?? "" })),
    await problemOf(person, product, input()),
    await problemOf(demoPerson("staff@etalase.test"), product, input()),
  ]).toEqual([
    "corners_invalid",
    "mesh_folded",
    "place_unknown",
    "picture_missing",
    "not_permitted",
    "not_permitted",
  ]);
  expect(await mockups()).toEqual([]);
});
