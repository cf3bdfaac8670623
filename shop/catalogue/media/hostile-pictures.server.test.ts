import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { objectKey } from "#integrations/storage/object-version.ts";
import {
  orderOf,
  photograph,
  productWithoutPictures,
  testStore,
  waitingUpload,
} from "#tests/support/builders/media.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { addPicture } from "./add-picture.server.ts";
import { maxPictureBytes, uploadBucket } from "./media.ts";

testDatabase({ demo: true });
const store = testStore();
const admin = demoPerson("admin@etalase.test");

/** Noise compresses badly, so that a cut file lacks most of its pixels. */
const noisy = () =>
  sharp({
    create: {
      width: 600,
      height: 400,
      channels: 3,
      noise: { type: "gaussian", mean: 128, sigma: 60 },
      background: "#777",
    },
  });
const cut = async (bytes: Promise<Buffer>) => {
  const whole = await bytes;
  return whole.subarray(0, Math.floor(whole.length * 0.6));
};

function pngChunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  // The decoder checks no sum before the size is judged.
  return Buffer.concat([length, Buffer.from(name, "latin1"), content, Buffer.alloc(4)]);
}

/** A small PNG whose header claims a size. */
function boastfulPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const pixels = deflateSync(Buffer.alloc(100_000));
  return Buffer.concat([
    signature,
    withSum(pngChunk("IHDR", header)),
    withSum(pngChunk("IDAT", pixels)),
    withSum(pngChunk("IEND", Buffer.alloc(0))),
  ]);
}

function withSum(chunk: Buffer): Buffer {
  let crc = 0xffffffff;
  for (const byte of chunk.subarray(4, -4)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  chunk.writeUInt32BE((crc ^ 0xffffffff) >>> 0, chunk.length - 4);
  return chunk;
}

async function animatedPng(): Promise<Buffer> {
  const still = await photograph({ r: 1, g: 2, b: 3 }, [8, 8]).then((bytes) =>
    sharp(bytes).png().toBuffer(),
  );
  const control = Buffer.alloc(8);
  control.writeUInt32BE(2);
  return Buffer.concat([
    still.subarray(0, 33),
    withSum(pngChunk("acTL", control)),
    still.subarray(33),
  ]);
}

async function animatedWebp(): Promise<Buffer> {
  // Two frames above each other: equal ones would become a still picture.
  const frames = Buffer.concat([Buffer.alloc(8 * 8 * 3, 20), Buffer.alloc(8 * 8 * 3, 220)]);
  return sharp(frames, { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
}

/** A JPEG whose frame header claims a size. */
async function boastfulJpeg(width: number, height: number): Promise<Buffer> {
  const bytes = Buffer.from(await photograph({ r: 9, g: 9, b: 9 }, [16, 16]));
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

const hostile: readonly (readonly [
  what: string,
  code: string,
  bytes: () => Promise<Uint8Array>,
])[] = [
  ["nothing", "picture_empty", async () => new Uint8Array()],
  ["a text", "picture_wrong_type", async () => Buffer.from("halo")],
  ["a page", "picture_wrong_type", async () => Buffer.from("<!doctype html><script>1</script>")],
  [
    "a drawing",
    "picture_wrong_type",
    async () =>
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
      ),
  ],
  ["a document", "picture_wrong_type", async () => Buffer.from("%PDF-1.7\n1 0 obj")],
  ["a program", "picture_wrong_type", async () => Buffer.from("\x7fELF\x02\x01\x01", "latin1")],
  ["a GIF", "picture_wrong_type", () => noisy().gif().toBuffer()],
  ["a TIFF", "picture_wrong_type", () => noisy().tiff().toBuffer()],
  ["an animated WebP", "picture_animated", animatedWebp],
  ["an animated PNG", "picture_animated", animatedPng],
  [
    "a PNG that claims 50,000 × 50,000",
    "picture_too_many_pixels",
    async () => boastfulPng(50_000, 50_000),
  ],
  [
    "a JPEG that claims 60,000 × 60,000",
    "picture_too_many_pixels",
    () => boastfulJpeg(60_000, 60_000),
  ],
  [
    "a PNG of 40.1 megapixels",
    "picture_too_many_pixels",
    () =>
      sharp({ create: { width: 8020, height: 5000, channels: 3, background: "#fff" } })
        .png()
        .toBuffer(),
  ],
  [
    "a PNG that has fewer pixels than it claims",
    "picture_broken",
    async () => boastfulPng(4_000, 4_000),
  ],
  ["a JPEG that is cut off", "picture_broken", () => cut(noisy().jpeg().toBuffer())],
  ["a PNG that is cut off", "picture_broken", () => cut(noisy().png().toBuffer())],
  ["a WebP that is cut off", "picture_broken", () => cut(noisy().webp().toBuffer())],
  ["an AVIF that is cut off", "picture_broken", () => cut(noisy().avif({ effort: 0 }).toBuffer())],
  [
    "the first bytes of a JPEG",
    "picture_broken",
    async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
  ],
  [
    "a picture of video frames (HEIC)",
    "picture_broken",
    async () =>
      Buffer.concat([
        Buffer.from("\0\0\0\x18ftypmif1\0\0\0\0mif1heic", "latin1"),
        Buffer.alloc(400),
      ]),
  ],
  [
    "25 MB and a byte",
    "picture_too_many_bytes",
    async () => Buffer.concat([await noisy().jpeg().toBuffer(), Buffer.alloc(maxPictureBytes)]),
  ],
];

const keys = async () => {
  const found: string[] = [];
  for await (const { key } of store().list()) found.push(key);
  return found;
};

test.each(hostile)("%s is refused as %s, and nothing of it is kept", async (_, code, make) => {
  const product = await productWithoutPictures();
  const id = await waitingUpload(admin, await make());
  const before = (await keys()).length;
  const answer = await addPicture(admin, product.id, { uploadId: id, name: "x", dropped: [id] });
  expect(answer).toEqual({ ok: false, problem: code });
  expect(await orderOf(product.id)).toEqual([]);
  expect((await keys()).length).toBe(before);
  const rows = await asSeed()`
    select from storage.objects where bucket_id = ${uploadBucket} and name like ${`%${id}`}
    union all select from private.media_uploads where id = ${id}`;
  expect(rows).toHaveLength(0);
});

test("bad files of a drop are refused, and the others become pictures in its order", async () => {
  const product = await productWithoutPictures();
  const files = [
    await photograph({ r: 250, g: 0, b: 0 }, [50, 40]),
    Buffer.from("halo"),
    await photograph({ r: 0, g: 250, b: 0 }, [50, 40]),
    await cut(noisy().jpeg().toBuffer()),
    await photograph({ r: 0, g: 0, b: 250 }, [50, 40]),
  ];
  const dropped = await Promise.all(files.map((bytes) => waitingUpload(admin, bytes)));
  const answers = await Promise.all(
    dropped.map((uploadId) => addPicture(admin, product.id, { uploadId, name: "x", dropped })),
  );
  expect(answers.map(({ ok }) => ok)).toEqual([true, false, true, false, true]);
  expect(await orderOf(product.id)).toEqual([0, 2, 4].map((place) => dropped[place]));
});

/** The 960-pixel WebP of the only picture. */
async function largestOf(productId: string) {
  const [file] = await asSeed()<{ version: string; size: number }[]>`
    select o.version, (o.metadata ->> 'size')::bigint as size from storage.objects o
    join product_images i on o.name = i.path || '.960.webp' where i.product_id = ${productId}`;
  const bytes = await store().read(objectKey(file?.version ?? ""), {
    start: 0,
    end: (file?.size ?? 1) - 1,
  });
  const image = sharp(bytes as Uint8Array);
  const { data } = await image.clone().raw().toBuffer({ resolveWithObject: true });
  return { metadata: await image.metadata(), pixel: [...data.subarray(0, 3)] };
}

async function pictureOf(bytes: Buffer) {
  const product = await productWithoutPictures();
  const id = await waitingUpload(admin, bytes);
  const answer = await addPicture(admin, product.id, {
    uploadId: id,
    name: "x.jpg",
    dropped: [id],
  });
  expect(answer).toEqual({ ok: true, value: undefined });
  return { product, ...(await largestOf(product.id)) };
}

const near = (pixel: readonly number[], wanted: readonly number[]) =>
  pixel.forEach((part, index) => {
    expect(Math.abs(part - (wanted[index] ?? 0))).toBeLessThan(9);
  });

test("a photograph that lies on its side is turned upright, and forgets where it was taken", async () => {
  const bytes = await sharp({
    create: { width: 60, height: 30, channels: 3, background: "#204060" },
  })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExif({
      IFD0: { Make: "Kamera" },
      IFD3: { GPSLatitude: "6/1 12/1 0/1", GPSLatitudeRef: "S" },
    })
    .toBuffer();
  const { product, metadata } = await pictureOf(bytes);
  expect([metadata.width, metadata.height, metadata.exif, metadata.xmp]).toEqual([
    30,
    60,
    undefined,
    undefined,
  ]);
  const [row] =
    await asSeed()`select width, height from product_images where product_id = ${product.id}`;
  expect(row).toEqual({ width: 30, height: 60 });
});

test("a wide colour space becomes the one that every screen shows", async () => {
  const flat = sharp({
    create: { width: 40, height: 40, channels: 3, background: { r: 200, g: 80, b: 60 } },
  });
  const { pixel, metadata } = await pictureOf(
    await flat.withIccProfile("p3").jpeg({ quality: 100 }).toBuffer(),
  );
  expect(metadata.space).toBe("srgb");
  near(pixel, [200, 80, 60]);
});

test("a picture for print, a grey one and one of sixteen bits keep their look", async () => {
  const grey = await sharp({
    create: { width: 20, height: 20, channels: 3, background: "#808080" },
  })
    .toColourspace("b-w")
    .jpeg()
    .toBuffer();
  near((await pictureOf(grey)).pixel, [128, 128, 128]);
  const print = await sharp({
    create: { width: 20, height: 20, channels: 3, background: "#ffffff" },
  })
    .toColourspace("cmyk")
    .jpeg()
    .toBuffer();
  near((await pictureOf(print)).pixel, [255, 255, 255]);
  const deep = await sharp({
    create: { width: 20, height: 20, channels: 3, background: "#c06030" },
  })
    .toColourspace("rgb16")
    .png()
    .toBuffer();
  near((await pictureOf(deep)).pixel, [192, 96, 48]);
});

test("what is transparent becomes white, in both colour modes of the shop", async () => {
  const clear = await sharp({
    create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  const { pixel, metadata } = await pictureOf(clear);
  expect(metadata.hasAlpha).toBe(false);
  near(pixel, [255, 255, 255]);
});

test("an AVIF, a WebP, a panorama and a single pixel become pictures", async () => {
  await pictureOf(await noisy().resize(90, 60).avif({ effort: 0 }).toBuffer());
  await pictureOf(await noisy().resize(90, 60).webp().toBuffer());
  const { metadata } = await pictureOf(
    await noisy().resize(6000, 300, { fit: "fill" }).jpeg().toBuffer(),
  );
  expect([metadata.width, metadata.height]).toEqual([1920, 96]);
  await pictureOf(await noisy().resize(1, 1).png().toBuffer());
});
