import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { testStorage, unique } from "#tests/support/builders/storage.ts";
import { testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/*
 * Uploading, moving and deleting files, through the unchanged client, success and failure.
 */

const database = testDatabase();
const backend = testBackend();
const who = testStorage(backend, database);
const documents = () => who().a.storage.from("laci");
const mine = (name: string) => `${who().aId}/${name}`;
let jpeg: Buffer;
beforeAll(async () => {
  jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#c33" } })
    .jpeg()
    .toBuffer();
});
const text = (value: string) => new TextEncoder().encode(value);

describe("uploads", () => {
  test("bytes of every kind come back as they went in", async () => {
    const bodies: Record<string, Parameters<ReturnType<typeof documents>["upload"]>[1]> = {
      "a.bin": text("satu"),
      "b.bin": Buffer.from("satu"),
      "c.bin": new Blob(["satu"], { type: "text/plain" }),
      "d.bin": text("satu").buffer,
      "e.bin": "satu",
      "f.bin": new Response("satu").body as ReadableStream<Uint8Array>,
    };
    for (const [name, body] of Object.entries(bodies)) {
      const { data, error } = await documents().upload(mine(name), body, { duplex: "half" });
      expect(error).toBeNull();
      expect(data).toMatchObject({ path: mine(name), fullPath: `laci/${mine(name)}` });
      const download = await documents().download(mine(name));
      expect(await download.data?.text()).toBe("satu");
    }
    const form = new FormData();
    form.append("", new Blob(["dua"]), "file.txt");
    expect((await documents().upload(mine("g.bin"), form)).error).toBeNull();
    const stream = createReadStream(import.meta.filename);
    expect((await documents().upload(mine("h.ts"), stream)).error).toBeNull();
    expect(await (await documents().download(mine("h.ts"))).data?.text()).toContain("Every call");
  });
});

test("a large file comes back byte for byte, raw and out of a form", async () => {
  const bytes = randomBytes(3_000_001);
  const form = new FormData();
  form.append("", new Blob([bytes]), "besar.bin");
  expect((await documents().upload(mine("besar-1.bin"), bytes)).error).toBeNull();
  expect((await documents().upload(mine("besar-2.bin"), form)).error).toBeNull();
  for (const name of ["besar-1.bin", "besar-2.bin"]) {
    const { data } = await documents().download(mine(name));
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(bytes)).toBe(true);
  }
});

test("many uploads at once: each row has its own bytes, and of one name exactly one is made", async () => {
  const names = Array.from({ length: 30 }, (_, index) => mine(`ramai-${index % 20}.txt`));
  const answers = await Promise.all(
    names.map((name, index) => documents().upload(name, `isi ${index}`)),
  );
  const cached = new Map<string, string[]>();
  answers.forEach(({ error }, index) => {
    const name = names[index] ?? "";
    if (!error) cached.set(name, [...(cached.get(name) ?? []), `isi ${index}`]);
    else expect(error).toMatchObject({ statusCode: "409" });
  });
  expect(cached.size).toBe(20);
  for (const [name, contents] of cached) {
    expect(contents).toHaveLength(1);
    expect(await (await documents().download(name)).data?.text()).toBe(contents[0]);
  }
});

describe("replacing", () => {
  test("upload refuses a taken name, upsert and update replace", async () => {
    const name = mine("ganti.txt");
    expect((await documents().upload(name, "satu")).error).toBeNull();
    const taken = await documents().upload(name, "dua");
    expect(taken.error).toMatchObject({
      status: 400,
      statusCode: "409",
      message: "The resource already exists",
    });
    expect((await documents().upload(name, "dua", { upsert: true })).error).toBeNull();
    expect(await (await documents().download(name)).data?.text()).toBe("dua");
    const updated = await documents().update(name, "tiga");
    expect(updated.data?.path).toBe(name);
    expect(await (await documents().download(name)).data?.text()).toBe("tiga");
    expect((await documents().update(mine("baru.txt"), "empat")).error).toBeNull();
  });

  test("limits of a bucket apply at every upload endpoint", async () => {
    const bucket = unique("batas");
    await who().service.storage.createBucket(bucket, {
      public: true,
      fileSizeLimit: "1kb",
      allowedMimeTypes: ["image/*"],
    });
    const files = who().service.storage.from(bucket);
    const big = await files.upload("a.png", Buffer.alloc(5000), { contentType: "image/png" });
    expect(big.error).toMatchObject({
      statusCode: "413",
      message: "The object exceeded the maximum allowed size",
    });
    const unsized = await files.upload("a.png", new Response(Buffer.alloc(500_000)).body as never, {
      contentType: "image/png",
      duplex: "half",
    });
    expect(unsized.error).toMatchObject({ statusCode: "413" });
    const form = await files.upload("a.png", new Blob([Buffer.alloc(5000)], { type: "image/png" }));
    expect(form.error).toMatchObject({ statusCode: "413" });
    const wrong = await files.upload("a.txt", "teks", { contentType: "text/plain" });
    expect(wrong.error).toMatchObject({
      statusCode: "415",
      message: "mime type text/plain is not supported",
    });
    expect((await files.upload("b.png", jpeg, { contentType: "image/png" })).error).toBeNull();
    await who().service.storage.from("etalase").upload("besar.png", Buffer.alloc(5000), {
      contentType: "image/png",
      upsert: true,
    });
    const moved = await who()
      .service.storage.from("etalase")
      .move("besar.png", "c.png", { destinationBucket: bucket });
    expect(moved.error).toMatchObject({ statusCode: "413" });
    const copied = await who()
      .service.storage.from("etalase")
      .copy("besar.png", "c.png", { destinationBucket: bucket });
    expect(copied.error).toMatchObject({ statusCode: "413" });
  });

  test("missing buckets and names that cannot be are refused", async () => {
    const nowhere = await who().service.storage.from("no-such").upload("a.txt", "x");
    expect(nowhere.error).toMatchObject({ statusCode: "404", message: "Bucket not found" });
    const key = await documents().upload(mine("emoji-😀.txt"), "x");
    expect(key.error).toMatchObject({ statusCode: "400" });
    expect(key.error?.message).toMatch(/^Invalid key: /);
    const foreign = await documents().upload("somebody/a.txt", "x");
    expect(foreign.error).toMatchObject({
      statusCode: "403",
      message: "new row violates row-level security policy",
    });
  });
});

describe("signed uploads", () => {
  test("the token allows one upload, or more where upsert was signed", async () => {
    const name = mine("titipan.txt");
    const { data: signed, error } = await documents().createSignedUploadUrl(name);
    expect(error).toBeNull();
    expect(signed).toMatchObject({ path: name });
    expect(signed?.signedUrl).toContain(`/storage/v1/object/upload/sign/laci/${name}?token=`);
    const token = signed?.token ?? "";
    const used = await who().visitor.storage.from("laci").uploadToSignedUrl(name, token, "isi");
    expect(used).toEqual({ data: { path: name, fullPath: `laci/${name}` }, error: null });
    const again = await who().visitor.storage.from("laci").uploadToSignedUrl(name, token, "lagi");
    expect(again.error).toMatchObject({ statusCode: "409" });
    expect((await documents().info(name)).data?.size).toBe(3);
    const other = await who()
      .visitor.storage.from("laci")
      .uploadToSignedUrl(mine("lain.txt"), token, "isi");
    expect(other.error).toMatchObject({ statusCode: "400", message: "Invalid signature" });

    const replacing = await documents().createSignedUploadUrl(name, { upsert: true });
    const replaced = await who()
      .visitor.storage.from("laci")
      .uploadToSignedUrl(name, replacing.data?.token ?? "", new Blob(["baru"]));
    expect(replaced.error).toBeNull();
    expect(await (await documents().download(name)).data?.text()).toBe("baru");
    const refused = await documents().createSignedUploadUrl("somebody/a.txt");
    expect(refused.error).toMatchObject({ statusCode: "403" });
    expect((await documents().createSignedUploadUrl(name)).error).toMatchObject({
      statusCode: "409",
    });
  });
});

describe("moving and copying", () => {
  test("inside a bucket and to another one", async () => {
    const files = who().service.storage.from("etalase");
    const name = unique("asal");
    await files.upload(name, jpeg, { contentType: "image/jpeg", metadata: { seri: 1 } });
    const copy = await files.copy(name, `${name}-salin`);
    expect(copy.data).toEqual({ path: `etalase/${name}-salin` });
    expect((await files.info(`${name}-salin`)).data).toMatchObject({
      metadata: { seri: 1 },
      contentType: "image/jpeg",
      size: jpeg.length,
    });
    const across = await files.copy(name, name, { destinationBucket: "laci" });
    expect(across.data).toEqual({ path: `laci/${name}` });
    expect((await files.copy(name, `${name}-salin`)).error).toMatchObject({ statusCode: "409" });
    expect((await files.copy("no-such", "x")).error).toMatchObject({ statusCode: "404" });

    const moved = await files.move(name, `${name}-pindah`);
    expect(moved.data?.message).toBe("Successfully moved");
    expect((await files.exists(name)).data).toBe(false);
    const there = await files.move(`${name}-pindah`, `${name}-2`, { destinationBucket: "laci" });
    expect(there.error).toBeNull();
    const bytes = (await who().service.storage.from("laci").download(`${name}-2`)).data;
    expect(bytes?.size).toBe(jpeg.length);
    const taken = await files.move(`${name}-salin`, name, { destinationBucket: "laci" });
    expect(taken.error).toMatchObject({ statusCode: "409" });
    expect((await files.move("no-such", "x")).error).toMatchObject({ statusCode: "404" });
    const nowhere = await files.move(`${name}-salin`, "x", { destinationBucket: "no-such" });
    expect(nowhere.error).toMatchObject({ statusCode: "404", message: "Bucket not found" });
  });
});

describe("removing", () => {
  test("removed files are returned as rows", async () => {
    await documents().upload(mine("buang.txt"), "x");
    await who().service.storage.from("laci").upload("toko/simpan.txt", "x", { upsert: true });
    const { data } = await documents().remove([
      mine("buang.txt"),
      mine("no-such"),
      "toko/simpan.txt",
    ]);
    expect(data).toMatchObject([{ name: mine("buang.txt"), id: expect.any(String) }]);
    expect(data).toHaveLength(1);
    expect((await documents().exists(mine("buang.txt"))).data).toBe(false);
    expect((await who().service.storage.from("laci").exists("toko/simpan.txt")).data).toBe(true);
    expect((await documents().remove([])).error).toMatchObject({ statusCode: "400" });
  });
});
