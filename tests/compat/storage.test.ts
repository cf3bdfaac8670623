import { createReadStream } from "node:fs";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { signedInClient, testBackend } from "#tests/support/backend.ts";
import { testDatabase } from "#tests/support/database.ts";

/*
 * Every call of the unchanged client to the storage API, success and failure.
 */

const database = testDatabase();
const backend = testBackend();
let service: SupabaseClient;
let person: SupabaseClient;
let visitor: SupabaseClient;
let personId = "";
let jpeg: Buffer;
const text = (value: string) => new TextEncoder().encode(value);
const unique = (prefix: string) => `${prefix}-${crypto.randomUUID().slice(0, 8)}`;

beforeAll(async () => {
  const { url, keys } = backend();
  service = createClient(url, keys.secret, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
  visitor = backend().client();
  person = await signedInClient(backend(), "penyimpan@etalase.test");
  personId = (await person.auth.getUser()).data.user?.id ?? "";
  jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#c33" } })
    .jpeg()
    .toBuffer();
  const owner = openPostgres(database.url(), { max: 1, onnotice: () => undefined });
  await owner.unsafe(`
    create policy "people keep their own folder" on storage.objects for all to authenticated
      using (bucket_id = 'papers' and (storage.foldername(name))[1] = auth.uid()::text)
      with check (bucket_id = 'papers' and (storage.foldername(name))[1] = auth.uid()::text);`);
  await owner.end();
  await service.storage.createBucket("papers", { public: false });
  await service.storage.createBucket("pictures", { public: true });
});

const papers = () => person.storage.from("papers");
const mine = (name: string) => `${personId}/${name}`;

describe("buckets", () => {
  test("are made, read, listed, changed, emptied and deleted", async () => {
    const name = unique("rak");
    const made = await service.storage.createBucket(name, {
      public: false,
      fileSizeLimit: "20mb",
      allowedMimeTypes: ["image/*", "text/plain"],
    });
    expect(made).toEqual({ data: { name }, error: null });
    const { data: bucket } = await service.storage.getBucket(name);
    expect(bucket).toMatchObject({
      id: name,
      name,
      public: false,
      owner: "",
      file_size_limit: 20_000_000,
      allowed_mime_types: ["image/*", "text/plain"],
    });
    expect(bucket).not.toHaveProperty("type");
    const { data: buckets } = await service.storage.listBuckets();
    expect(buckets?.find((item) => item.id === name)).toMatchObject({ type: "STANDARD" });

    const changed = await service.storage.updateBucket(name, { public: true });
    expect(changed.data).toEqual({ message: "Successfully updated" });
    expect((await service.storage.getBucket(name)).data).toMatchObject({
      public: true,
      file_size_limit: 20_000_000,
    });
    await service.storage.updateBucket(name, { public: true, fileSizeLimit: null });
    expect((await service.storage.getBucket(name)).data?.file_size_limit).toBeNull();

    await service.storage.from(name).upload("a.txt", "satu");
    const full = await service.storage.deleteBucket(name);
    expect(full.error).toMatchObject({
      status: 400,
      statusCode: "409",
      message: "The bucket you tried to delete is not empty",
    });
    expect((await service.storage.emptyBucket(name)).data?.message).toContain("queued");
    expect((await service.storage.from(name).list()).data).toEqual([]);
    const gone = await service.storage.deleteBucket(name);
    expect(gone.data).toEqual({ message: "Successfully deleted" });
    expect((await service.storage.getBucket(name)).error).toMatchObject({
      status: 400,
      statusCode: "404",
      message: "Bucket not found",
      code: "NoSuchBucket",
    });
  });

  test("lists can be searched, sorted and paged", async () => {
    const prefix = unique("urut");
    for (const letter of ["b", "a", "c"]) {
      await service.storage.createBucket(`${prefix}-${letter}`, { public: false });
    }
    const names = async (options: Parameters<typeof service.storage.listBuckets>[0]) =>
      (await service.storage.listBuckets({ search: prefix, ...options })).data?.map((b) =>
        b.name.at(-1),
      );
    expect(await names({})).toEqual(["a", "b", "c"]);
    expect(await names({ sortColumn: "name", sortOrder: "desc" })).toEqual(["c", "b", "a"]);
    expect(await names({ sortColumn: "created_at" })).toEqual(["b", "a", "c"]);
    expect(await names({ limit: 1, offset: 1 })).toEqual(["b"]);
    expect(await names({ search: `${prefix}-%` })).toEqual([]);
  });

  test("what cannot be is refused in upstream's words", async () => {
    const twice = unique("dua");
    await service.storage.createBucket(twice);
    const refusals = {
      again: await service.storage.createBucket(twice),
      slash: await service.storage.createBucket("a/b"),
      long: await service.storage.createBucket("a".repeat(101)),
      size: await service.storage.createBucket(unique("x"), {
        public: false,
        fileSizeLimit: "9tb",
      }),
      odd: await service.storage.createBucket(unique("x"), { public: false, fileSizeLimit: "big" }),
      type: await service.storage.createBucket(unique("x"), {
        public: false,
        allowedMimeTypes: ["nonsense"],
      }),
      person: await person.storage.createBucket(unique("x")),
      missing: await service.storage.updateBucket("no-such", { public: true }),
      empty: await service.storage.emptyBucket("no-such"),
      delete: await service.storage.deleteBucket("no-such"),
    };
    const codes = Object.entries(refusals).map(([name, { error }]) => [
      name,
      error && "statusCode" in error ? error.statusCode : error,
    ]);
    expect(Object.fromEntries(codes)).toEqual({
      again: "409",
      slash: "400",
      long: "400",
      size: "413",
      odd: "400",
      type: "415",
      person: "403",
      missing: "404",
      empty: "404",
      delete: "404",
    });
    expect(refusals.again.error?.message).toBe("The resource already exists");
    expect(refusals.person.error?.message).toBe("new row violates row-level security policy");
    expect((await person.storage.listBuckets()).data).toEqual([]);
    expect((await person.storage.getBucket("papers")).error).toMatchObject({ statusCode: "404" });
  });
});

describe("uploads", () => {
  test("bytes of every kind come back as they went in", async () => {
    const bodies: Record<string, Parameters<ReturnType<typeof papers>["upload"]>[1]> = {
      "a.bin": text("satu"),
      "b.bin": Buffer.from("satu"),
      "c.bin": new Blob(["satu"], { type: "text/plain" }),
      "d.bin": text("satu").buffer,
      "e.bin": "satu",
      "f.bin": new Response("satu").body as ReadableStream<Uint8Array>,
    };
    for (const [name, body] of Object.entries(bodies)) {
      const { data, error } = await papers().upload(mine(name), body, { duplex: "half" });
      expect(error).toBeNull();
      expect(data).toMatchObject({ path: mine(name), fullPath: `papers/${mine(name)}` });
      const download = await papers().download(mine(name));
      expect(await download.data?.text()).toBe("satu");
    }
    const form = new FormData();
    form.append("", new Blob(["dua"]), "file.txt");
    expect((await papers().upload(mine("g.bin"), form)).error).toBeNull();
    const stream = createReadStream(import.meta.filename);
    expect((await papers().upload(mine("h.ts"), stream)).error).toBeNull();
    expect(await (await papers().download(mine("h.ts"))).data?.text()).toContain("Every call");
  });
});

describe("replacing", () => {
  test("upload refuses a taken name, upsert and update replace", async () => {
    const name = mine("ganti.txt");
    expect((await papers().upload(name, "satu")).error).toBeNull();
    const taken = await papers().upload(name, "dua");
    expect(taken.error).toMatchObject({
      status: 400,
      statusCode: "409",
      message: "The resource already exists",
    });
    expect((await papers().upload(name, "dua", { upsert: true })).error).toBeNull();
    expect(await (await papers().download(name)).data?.text()).toBe("dua");
    const updated = await papers().update(name, "tiga");
    expect(updated.data?.path).toBe(name);
    expect(await (await papers().download(name)).data?.text()).toBe("tiga");
    expect((await papers().update(mine("baru.txt"), "empat")).error).toBeNull();
  });

  test("limits of a bucket hold on every way in", async () => {
    const bucket = unique("batas");
    await service.storage.createBucket(bucket, {
      public: true,
      fileSizeLimit: "1kb",
      allowedMimeTypes: ["image/*"],
    });
    const files = service.storage.from(bucket);
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
    await service.storage.from("pictures").upload("besar.png", Buffer.alloc(5000), {
      contentType: "image/png",
      upsert: true,
    });
    const moved = await service.storage
      .from("pictures")
      .move("besar.png", "c.png", { destinationBucket: bucket });
    expect(moved.error).toMatchObject({ statusCode: "413" });
    const copied = await service.storage
      .from("pictures")
      .copy("besar.png", "c.png", { destinationBucket: bucket });
    expect(copied.error).toMatchObject({ statusCode: "413" });
  });

  test("missing buckets and names that cannot be are refused", async () => {
    const nowhere = await service.storage.from("no-such").upload("a.txt", "x");
    expect(nowhere.error).toMatchObject({ statusCode: "404", message: "Bucket not found" });
    const key = await papers().upload(mine("emoji-😀.txt"), "x");
    expect(key.error).toMatchObject({ statusCode: "400" });
    expect(key.error?.message).toMatch(/^Invalid key: /);
    const foreign = await papers().upload("somebody/a.txt", "x");
    expect(foreign.error).toMatchObject({
      statusCode: "403",
      message: "new row violates row-level security policy",
    });
  });
});

describe("signed uploads", () => {
  test("whoever has the token uploads once, or again where that was signed", async () => {
    const name = mine("titipan.txt");
    const { data: signed, error } = await papers().createSignedUploadUrl(name);
    expect(error).toBeNull();
    expect(signed).toMatchObject({ path: name });
    expect(signed?.signedUrl).toContain(`/storage/v1/object/upload/sign/papers/${name}?token=`);
    const token = signed?.token ?? "";
    const used = await visitor.storage.from("papers").uploadToSignedUrl(name, token, "isi");
    expect(used).toEqual({ data: { path: name, fullPath: `papers/${name}` }, error: null });
    const again = await visitor.storage.from("papers").uploadToSignedUrl(name, token, "lagi");
    expect(again.error).toMatchObject({ statusCode: "409" });
    expect((await papers().info(name)).data?.size).toBe(3);
    const other = await visitor.storage
      .from("papers")
      .uploadToSignedUrl(mine("lain.txt"), token, "isi");
    expect(other.error).toMatchObject({ statusCode: "400", message: "Invalid signature" });

    const replacing = await papers().createSignedUploadUrl(name, { upsert: true });
    const replaced = await visitor.storage
      .from("papers")
      .uploadToSignedUrl(name, replacing.data?.token ?? "", new Blob(["baru"]));
    expect(replaced.error).toBeNull();
    expect(await (await papers().download(name)).data?.text()).toBe("baru");
    const refused = await papers().createSignedUploadUrl("somebody/a.txt");
    expect(refused.error).toMatchObject({ statusCode: "403" });
    expect((await papers().createSignedUploadUrl(name)).error).toMatchObject({ statusCode: "409" });
  });
});

describe("moving and copying", () => {
  test("inside a bucket and to another one", async () => {
    const files = service.storage.from("pictures");
    const name = unique("asal");
    await files.upload(name, jpeg, { contentType: "image/jpeg", metadata: { seri: 1 } });
    const copy = await files.copy(name, `${name}-salin`);
    expect(copy.data).toEqual({ path: `pictures/${name}-salin` });
    expect((await files.info(`${name}-salin`)).data).toMatchObject({
      metadata: { seri: 1 },
      contentType: "image/jpeg",
      size: jpeg.length,
    });
    const across = await files.copy(name, name, { destinationBucket: "papers" });
    expect(across.data).toEqual({ path: `papers/${name}` });
    expect((await files.copy(name, `${name}-salin`)).error).toMatchObject({ statusCode: "409" });
    expect((await files.copy("no-such", "x")).error).toMatchObject({ statusCode: "404" });

    const moved = await files.move(name, `${name}-pindah`);
    expect(moved.data?.message).toBe("Successfully moved");
    expect((await files.exists(name)).data).toBe(false);
    const there = await files.move(`${name}-pindah`, `${name}-2`, { destinationBucket: "papers" });
    expect(there.error).toBeNull();
    const bytes = (await service.storage.from("papers").download(`${name}-2`)).data;
    expect(bytes?.size).toBe(jpeg.length);
    const taken = await files.move(`${name}-salin`, name, { destinationBucket: "papers" });
    expect(taken.error).toMatchObject({ statusCode: "409" });
    expect((await files.move("no-such", "x")).error).toMatchObject({ statusCode: "404" });
    const nowhere = await files.move(`${name}-salin`, "x", { destinationBucket: "no-such" });
    expect(nowhere.error).toMatchObject({ statusCode: "404", message: "Bucket not found" });
  });
});

describe("reading", () => {
  test("download, info and exists, also when there is nothing", async () => {
    const name = mine("surat.txt");
    await papers().upload(name, "halo", { cacheControl: "60", metadata: { a: { b: 1 } } });
    const { data } = await papers().download(name);
    expect(data?.type).toBe("text/plain;charset=utf-8");
    const info = await papers().info(name);
    expect(info.data).toMatchObject({
      name,
      bucketId: "papers",
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
    expect((await papers().exists(name)).data).toBe(true);
    expect((await papers().exists(mine("no-such"))).data).toBe(false);
    const none = await papers().download(mine("no-such"));
    expect(none.error).toMatchObject({ statusCode: "404", message: "Object not found" });
    const stream = await papers().download(name).asStream();
    expect(await new Response(stream.data as ReadableStream).text()).toBe("halo");
    const hidden = await visitor.storage.from("papers").download(name);
    expect(hidden.error).toMatchObject({ statusCode: "404" });
  });

  test("public addresses, with a name to save under", async () => {
    const files = service.storage.from("pictures");
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
    await papers().upload(name, "lunas");
    const { data } = await papers().createSignedUrl(name, 60);
    const answer = await fetch(data?.signedUrl ?? "");
    expect(await answer.text()).toBe("lunas");
    expect(Date.parse(answer.headers.get("expires") ?? "")).toBeGreaterThan(Date.now());
    expect(answer.headers.get("cache-control")).toBe("private, max-age=3600");
    const saved = await papers().createSignedUrl(name, 60, { download: "x.txt" });
    const header = (await fetch(saved.data?.signedUrl ?? "")).headers.get("content-disposition");
    expect(header).toBe("attachment; filename*=UTF-8''x.txt");
    const missing = await papers().createSignedUrl(mine("no-such"), 60);
    expect(missing.error).toMatchObject({ statusCode: "404", message: "Object not found" });
    expect((await papers().createSignedUrl(name, 0)).error).toMatchObject({ statusCode: "400" });

    const many = await papers().createSignedUrls([name, mine("no-such")], 60);
    expect(many.data?.[1]).toEqual({
      error: "Either the object does not exist or you do not have access to it",
      path: mine("no-such"),
      signedURL: null,
      signedUrl: null,
    });
    expect(await (await fetch(many.data?.[0]?.signedUrl ?? "")).text()).toBe("lunas");
    const short = await papers().createSignedUrl(name, 1);
    await new Promise((resolve) => setTimeout(resolve, 2100));
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
    await service.storage.createBucket(bucket);
    for (const name of ["b.txt", "a.txt", "map/c.txt", "map/dalam/d.txt", "Map2/e_f.txt"]) {
      await service.storage.from(bucket).upload(name, name);
    }
  });
  const files = () => service.storage.from(bucket);
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
    expect((await service.storage.from("no-such").list()).data).toEqual([]);
    expect((await person.storage.from(bucket).list()).data).toEqual([]);
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

describe("removing", () => {
  test("what was there and was one's own comes back as rows", async () => {
    await papers().upload(mine("buang.txt"), "x");
    await service.storage.from("papers").upload("toko/simpan.txt", "x", { upsert: true });
    const { data } = await papers().remove([mine("buang.txt"), mine("no-such"), "toko/simpan.txt"]);
    expect(data).toMatchObject([{ name: mine("buang.txt"), id: expect.any(String) }]);
    expect(data).toHaveLength(1);
    expect((await papers().exists(mine("buang.txt"))).data).toBe(false);
    expect((await service.storage.from("papers").exists("toko/simpan.txt")).data).toBe(true);
    expect((await papers().remove([])).error).toMatchObject({ statusCode: "400" });
  });
});

describe("pictures", () => {
  test("are transformed for whoever may see them", async () => {
    const files = service.storage.from("papers");
    await files.upload("toko/foto.jpg", jpeg, { upsert: true });
    const { data } = await files.download("toko/foto.jpg", {
      transform: { width: 20, height: 20 },
    });
    expect(data?.type).toBe("image/jpeg");
    const made = await sharp(await data?.arrayBuffer()).metadata();
    expect([made.width, made.height]).toEqual([20, 20]);
    const hidden = await person.storage
      .from("papers")
      .download("toko/foto.jpg", { transform: { width: 20 } });
    expect(hidden.error).toMatchObject({ statusCode: "404" });

    const signed = await files.createSignedUrl("toko/foto.jpg", 60, {
      transform: { width: 200, height: 200, quality: 60 },
    });
    expect(signed.data?.signedUrl).toContain("/render/image/sign/papers/toko/foto.jpg");
    const answer = await fetch(`${signed.data?.signedUrl}&width=10`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-transformations")).toBe(
      "height:200,width:200,resizing_type:fill,quality:60",
    );

    await service.storage.from("pictures").upload("foto.jpg", jpeg, { upsert: true });
    const { publicUrl } = service.storage.from("pictures").getPublicUrl("foto.jpg", {
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
