import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* Responses of storage that match those of the official server. */

testDatabase();
const backend = testBackend({ storage: { fileSizeLimit: 100_000 } });
const url = (path: string) => `${backend().url}/storage/v1${path}`;
const asShop = () => ({ apikey: backend().keys.secret });

async function ask(method: string, path: string, headers: Record<string, string>) {
  const answer = await fetch(url(path), { method, headers });
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}

async function put(path: string, bytes: Uint8Array | string, type: string): Promise<void> {
  const answer = await fetch(url(`/object/foto/${path}`), {
    method: "POST",
    headers: { ...asShop(), "Content-Type": type, "x-upsert": "true" },
    body: bytes as BodyInit,
  });
  expect(answer.status).toBe(200);
}

beforeAll(async () => {
  const answer = await fetch(url("/bucket"), {
    method: "POST",
    headers: { ...asShop(), "Content-Type": "application/json" },
    body: JSON.stringify({ name: "foto", public: true }),
  });
  expect(answer.status).toBe(200);
});

test("HEAD of the info of a file returns its etag", async () => {
  await put("a.txt", "halo", "text/plain");
  for (const path of ["/object/info/foto/a.txt", "/object/info/public/foto/a.txt"]) {
    const { body, headers } = await ask("GET", path, asShop());
    const head = await fetch(url(path), { method: "HEAD", headers: asShop() });
    expect(head.headers.get("etag")).toBe((body as { etag: string }).etag);
    expect(head.headers.get("etag")).toBe(headers.get("etag"));
    expect(head.headers.get("last-modified")).toMatch(/GMT$/);
  }
});

test("a bucket with files is not deleted", async () => {
  await put("a.txt", "halo", "text/plain");
  expect((await ask("DELETE", "/bucket/foto", asShop())).body).toEqual({
    statusCode: "409",
    error: "ResourceNotEmpty",
    message: "The bucket you tried to delete is not empty",
    code: "ResourceNotEmpty",
  });
});

test("a request without a key gets 400 for the missing header, and one with an empty token gets 403", async () => {
  for (const path of ["/bucket", "/object/authenticated/foto/a.txt"]) {
    expect((await ask("GET", path, {})).body).toMatchObject({
      statusCode: "400",
      message: "headers must have required property 'authorization'",
    });
    for (const authorization of ["Bearer", "Bearer ", "Bearer x"]) {
      const apikey = backend().keys.publishable;
      const { body } = await ask("GET", path, { apikey, authorization });
      expect(body, authorization).toMatchObject({
        statusCode: "403",
        message: "Invalid Compact JWS",
      });
    }
  }
});

test("a picture with a wrong checksum is transformed, and a truncated one is not", async () => {
  const noise = sharp({
    create: {
      width: 60,
      height: 60,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  });
  const png = await noise.png().toBuffer();
  const damaged = Buffer.from(png);
  const at = damaged.indexOf("IDAT");
  const end = at + 4 + damaged.readUInt32BE(at - 4);
  damaged.writeUInt32BE((damaged.readUInt32BE(end) ^ 0xffff) >>> 0, end);
  await put("sum.png", damaged, "image/png");
  const made = await fetch(url("/render/image/public/foto/sum.png?width=30&format=origin"));
  expect(made.status).toBe(200);
  expect((await sharp(await made.arrayBuffer()).metadata()).width).toBe(30);
  await put("half.png", png.subarray(0, png.length / 2), "image/png");
  const half = await fetch(url("/render/image/public/foto/half.png?width=30"));
  expect(half.status).toBe(400);
});

/** A picture of 90 × 30: red, green and blue from left to right. */
async function stripes(): Promise<Buffer> {
  const of = (background: string) =>
    sharp({ create: { width: 30, height: 30, channels: 3, background } })
      .png()
      .toBuffer();
  const [red, green, blue] = await Promise.all([of("#f00"), of("#0f0"), of("#00f")]);
  return sharp({ create: { width: 90, height: 30, channels: 3, background: "#fff" } })
    .composite([
      { input: red, left: 0, top: 0 },
      { input: green, left: 30, top: 0 },
      { input: blue, left: 60, top: 0 },
    ])
    .png()
    .toBuffer();
}

test.each([
  ["", "green"],
  ["gravity=ce", "green"],
  ["gravity=we", "red"],
  ["gravity=nowe", "red"],
  ["gravity=ea", "blue"],
  ["gravity=soea", "blue"],
  ["gravity=no", "green"],
  ["gravity=we&x_offset=30", "green"],
  ["gravity=ea&x_offset=60", "red"],
  ["gravity=ce&x_offset=30&y_offset=0", "blue"],
  ["gravity=we&x_offset=0.7", "blue"],
  ["gravity=fp&x_offset=0&y_offset=0.5", "red"],
  ["gravity=fp&x_offset=1&y_offset=0.5", "blue"],
])("a crop with %s shows %s", async (query, colour) => {
  await put("stripes.png", await stripes(), "image/png");
  const path = `/render/image/public/foto/stripes.png?width=30&height=30&format=origin&${query}`;
  const answer = await fetch(url(path));
  expect(answer.status).toBe(200);
  const { data, info } = await sharp(await answer.arrayBuffer())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([30, 30]);
  const middle = (15 * 30 + 15) * 3;
  const strongest = [...data.subarray(middle, middle + 3)].map((value) => value > 200);
  expect(["red", "green", "blue"][strongest.indexOf(true)]).toBe(colour);
});

test("a crop appears in the response header, is part of a signed URL, and is refused if invalid", async () => {
  await put("stripes.png", await stripes(), "image/png");
  const path = "/render/image/public/foto/stripes.png?width=30&height=20";
  const transformations = async (query: string) =>
    (await fetch(url(`${path}&${query}`))).headers.get("x-transformations");
  expect(await transformations("gravity=sm")).toBe(
    "height:20,width:30,resizing_type:fill,gravity:sm",
  );
  expect(await transformations("gravity=we&x_offset=3")).toMatch(/,gravity:we:3:0$/);
  expect(await transformations("gravity=fp&x_offset=0.5&y_offset=1")).toMatch(/,gravity:fp:0.5:1$/);
  for (const query of [
    "gravity=up",
    "gravity=fp",
    "gravity=fp&x_offset=2&y_offset=0",
    "gravity=we&x_offset=far",
  ]) {
    expect((await fetch(url(`${path}&${query}`))).status, query).toBe(400);
  }
  const signed = await fetch(url("/object/sign/foto/stripes.png"), {
    method: "POST",
    headers: { ...asShop(), "Content-Type": "application/json" },
    body: JSON.stringify({
      expiresIn: 60,
      transform: { width: 30, height: 30, gravity: "ea", x_offset: 2 },
    }),
  });
  const { signedURL } = (await signed.json()) as { signedURL: string };
  expect((await fetch(url(signedURL))).headers.get("x-transformations")).toBe(
    "height:30,width:30,resizing_type:fill,gravity:ea:2:0",
  );
});

test("refusals of resumable uploads have the messages of the official tus server", async () => {
  const headers = {
    ...asShop(),
    "Tus-Resumable": "1.0.0",
    "Upload-Metadata": `bucketName ${btoa("foto")},objectName ${btoa("besar.txt")},contentType ${btoa("text/plain")}`,
  };
  const begin = (length: number) =>
    fetch(url("/upload/resumable"), {
      method: "POST",
      headers: { ...headers, "Upload-Length": String(length) },
    });
  const large = await begin(100_001);
  expect([large.status, await large.text()]).toEqual([413, "Maximum size exceeded"]);
  const small = await begin(4);
  const piece = (offset: number, body: string) =>
    fetch(small.headers.get("location") ?? "", {
      method: "PATCH",
      headers: {
        ...headers,
        "Upload-Offset": String(offset),
        "Content-Type": "application/offset+octet-stream",
      },
      body,
    });
  const away = await piece(2, "ab");
  expect([away.status, await away.text()]).toEqual([409, "Upload-Offset conflict"]);
  const long = await piece(0, "terlalu panjang");
  expect([long.status, await long.text()]).toEqual([413, "Maximum size exceeded"]);
});
