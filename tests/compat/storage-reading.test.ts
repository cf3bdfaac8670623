import sharp from "sharp";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { testStorage, unique } from "#tests/support/builders/storage.ts";
import { testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/*
 * Downloading, listing and transforming files, through the unchanged client, success and failure.
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

describe("reading", () => {
  test("download, info and exists, also when there is nothing", async () => {
    const name = mine("surat.txt");
    await documents().upload(name, "halo", { cacheControl: "60", metadata: { a: { b: 1 } } });
    const { data } = await documents().download(name);
    expect(data?.type).toBe("text/plain;charset=utf-8");
    const info = await documents().info(name);
    expect(info.data).toMatchObject({
      name,
      bucketId: "laci",
      size: 4,
      cacheControl: "max-age=60",
      contentType: "text/plain;charset=UTF-8",
      metadata: { a: { b: 1 } },
      id: expect.any(String),
      version: expect.any(String),
      etag: expect.stringMatching(/^".+"$/),
      lastModified: expect.any(String),
      createdAt: expect.any(String),
    });
    expect(info.data).not.toHaveProperty("updatedAt");
    expect((await documents().exists(name)).data).toBe(true);
    expect((await documents().exists(mine("no-such"))).data).toBe(false);
    const none = await documents().download(mine("no-such"));
    expect(none.error).toMatchObject({ statusCode: "404", message: "Object not found" });
    const stream = await documents().download(name).asStream();
    expect(await new Response(stream.data as ReadableStream).text()).toBe("halo");
    const hidden = await who().visitor.storage.from("laci").download(name);
    expect(hidden.error).toMatchObject({ statusCode: "404" });
  });

  test("public addresses, with a name to save under", async () => {
    const files = who().service.storage.from("etalase");
    await files.upload("toko/mug biru.jpg", jpeg, { contentType: "image/jpeg", upsert: true });
    const { publicUrl } = files.getPublicUrl("toko/mug biru.jpg").data;
    const answer = await fetch(publicUrl);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    const named = files.getPublicUrl("toko/mug biru.jpg", { download: "Mug “biru”.jpg" }).data;
    const saved = await fetch(named.publicUrl);
    expect(saved.headers.get("content-disposition")).toBe(
      "attachment; filename*=UTF-8''Mug%20%E2%80%9Cbiru%E2%80%9D.jpg",
    );
    const unnamed = files.getPublicUrl("toko/mug biru.jpg", { download: true }).data;
    expect((await fetch(unnamed.publicUrl)).headers.get("content-disposition")).toBe(
      "attachment; filename*=UTF-8''mug%20biru.jpg",
    );
  });

  test("signed addresses work for anybody until they expire", async () => {
    const name = mine("kuitansi 1.txt");
    await documents().upload(name, "lunas");
    const { data } = await documents().createSignedUrl(name, 60);
    const answer = await fetch(data?.signedUrl ?? "");
    expect(await answer.text()).toBe("lunas");
    expect(Date.parse(answer.headers.get("expires") ?? "")).toBeGreaterThan(Date.now());
    expect(answer.headers.get("cache-control")).toBe("private, max-age=3600");
    const saved = await documents().createSignedUrl(name, 60, { download: "x.txt" });
    const header = (await fetch(saved.data?.signedUrl ?? "")).headers.get("content-disposition");
    expect(header).toBe("attachment; filename*=UTF-8''x.txt");
    const missing = await documents().createSignedUrl(mine("no-such"), 60);
    expect(missing.error).toMatchObject({ statusCode: "404", message: "Object not found" });
    expect((await documents().createSignedUrl(name, 0)).error).toMatchObject({ statusCode: "400" });

    const many = await documents().createSignedUrls([name, mine("no-such")], 60);
    expect(many.data?.[1]).toEqual({
      error: "Either the object does not exist or you do not have access to it",
      path: mine("no-such"),
      signedURL: null,
      signedUrl: null,
    });
    expect(await (await fetch(many.data?.[0]?.signedUrl ?? "")).text()).toBe("lunas");
    const short = await documents().createSignedUrl(name, 1);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_000 });
    onTestFinished(() => void vi.useRealTimers());
    const late = await fetch(short.data?.signedUrl ?? "");
    expect(await late.json()).toMatchObject({
      statusCode: "400",
      message: '"exp" claim timestamp check failed',
      code: "InvalidJWT",
    });
  });
});

describe("listing", () => {
  let bucket = "";
  beforeAll(async () => {
    bucket = unique("daftar");
    await who().service.storage.createBucket(bucket);
    for (const name of ["b.txt", "a.txt", "map/c.txt", "map/dalam/d.txt", "Map2/e_f.txt"]) {
      await who().service.storage.from(bucket).upload(name, name);
    }
  });
  const files = () => who().service.storage.from(bucket);
  const namesOf = async (...args: Parameters<ReturnType<typeof files>["list"]>) =>
    (await files().list(...args)).data?.map((item) => item.name);

  test("a folder shows its folders and files", async () => {
    const { data } = await files().list();
    expect(data?.map((item) => item.name)).toEqual(["Map2", "map", "a.txt", "b.txt"]);
    expect(data?.[1]).toEqual({
      name: "map",
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    });
    expect(data?.[2]).toMatchObject({
      id: expect.any(String),
      metadata: { size: 5, mimetype: "text/plain;charset=UTF-8", cacheControl: "max-age=3600" },
    });
    expect(await namesOf("map")).toEqual(["dalam", "c.txt"]);
    expect(await namesOf("map/")).toEqual(["dalam", "c.txt"]);
    expect(await namesOf("nothing")).toEqual([]);
    expect((await who().service.storage.from("no-such").list()).data).toEqual([]);
    expect((await who().a.storage.from(bucket).list()).data).toEqual([]);
  });

  test("search, order and pages", async () => {
    expect(await namesOf("", { search: "MA" })).toEqual(["Map2", "map"]);
    expect(await namesOf("", { search: "%" })).toEqual([]);
    expect(await namesOf("", { sortBy: { column: "name", order: "desc" } })).toEqual([
      "map",
      "Map2",
      "b.txt",
      "a.txt",
    ]);
    expect(await namesOf("", { sortBy: { column: "created_at", order: "asc" } })).toEqual([
      "Map2",
      "map",
      "b.txt",
      "a.txt",
    ]);
    expect(await namesOf("", { limit: 2, offset: 1 })).toEqual(["map", "a.txt"]);
    const wrong = await files().list("", { sortBy: { column: "version; drop", order: "asc" } });
    expect(wrong.error).toMatchObject({ statusCode: "400" });
  });

  test("the second version pages by cursor, with folders or flat", async () => {
    const flat = await files().listV2({ prefix: "map" });
    expect(flat.data).toMatchObject({ hasNext: false, folders: [] });
    expect(flat.data?.objects.map((item) => item.name)).toEqual(["map/c.txt", "map/dalam/d.txt"]);
    const grouped = await files().listV2({ with_delimiter: true });
    expect(grouped.data?.folders).toEqual([
      { key: "Map2", name: "Map2/" },
      { key: "map", name: "map/" },
    ]);
    for (const column of ["name", "created_at", "updated_at"] as const) {
      for (const order of ["asc", "desc"] as const) {
        const whole = await files().listV2({ sortBy: { column, order } });
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await files().listV2({
            limit: 2,
            sortBy: { column, order },
            ...(cursor ? { cursor } : {}),
          });
          seen.push(...(page.data?.objects.map((item) => item.name) ?? []));
          cursor = page.data?.nextCursor;
          expect(page.data?.hasNext).toBe(cursor !== undefined);
        } while (cursor);
        expect(seen).toEqual(whole.data?.objects.map((item) => item.name));
        expect(seen).toHaveLength(5);
      }
    }
    expect((await files().listV2({ cursor: "x" })).error).toMatchObject({ statusCode: "400" });
  });
});

describe("etalase", () => {
  test("are transformed for people who may read them", async () => {
    const files = who().service.storage.from("laci");
    await files.upload("toko/foto.jpg", jpeg, { upsert: true });
    const { data } = await files.download("toko/foto.jpg", {
      transform: { width: 20, height: 20 },
    });
    expect(data?.type).toBe("image/jpeg");
    const made = await sharp(await data?.arrayBuffer()).metadata();
    expect([made.width, made.height]).toEqual([20, 20]);
    const hidden = await who()
      .a.storage.from("laci")
      .download("toko/foto.jpg", { transform: { width: 20 } });
    expect(hidden.error).toMatchObject({ statusCode: "404" });

    const signed = await files.createSignedUrl("toko/foto.jpg", 60, {
      transform: { width: 200, height: 200, quality: 60 },
    });
    expect(signed.data?.signedUrl).toContain("/render/image/sign/laci/toko/foto.jpg");
    const answer = await fetch(`${signed.data?.signedUrl}&width=10`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-transformations")).toBe(
      "height:200,width:200,resizing_type:fill,quality:60",
    );

    await who().service.storage.from("etalase").upload("foto.jpg", jpeg, { upsert: true });
    const { publicUrl } = who()
      .service.storage.from("etalase")
      .getPublicUrl("foto.jpg", {
        transform: { width: 32, resize: "contain" },
      }).data;
    const webp = await fetch(publicUrl, { headers: { Accept: "image/webp,*/*" } });
    expect(webp.headers.get("content-type")).toBe("image/webp");
    const shape = await sharp(await webp.arrayBuffer()).metadata();
    expect([shape.format, shape.width, shape.height]).toEqual(["webp", 32, 24]);
    const wrong = await fetch(publicUrl.replace("width=32", "width=100000"));
    expect(await wrong.json()).toMatchObject({ statusCode: "400" });
  });
});
