import { createHash, randomBytes } from "node:crypto";
import { request } from "node:http";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { Upload } from "tus-js-client";
import { beforeAll, expect, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/*
 * Uploads in pieces (tus 1.0.0), through the client that the hosted service's guide names and by hand.
 */

const database = testDatabase();
const backend = testBackend({ storage: { fileSizeLimit: 20_000_000 } });
let service: SupabaseClient;
let person: SupabaseClient;
let token = "";
let id = "";

beforeAll(async () => {
  const { url, keys } = backend();
  service = createClient(url, keys.secret, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
  person = await signedInClient(backend(), "pengunggah@etalase.test");
  const { data } = await person.auth.getSession();
  token = data.session?.access_token ?? "";
  id = data.session?.user.id ?? "";
  const owner = openPostgres(database.url(), { max: 1 });
  await owner.unsafe(`
    create policy "people keep their own folder" on storage.objects for all to authenticated
      using (bucket_id = 'besar' and (storage.foldername(name))[1] = auth.uid()::text)`);
  await owner.end();
  await service.storage.createBucket("besar");
});

const endpoint = () => `${backend().url}/storage/v1/upload/resumable`;
const encode = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");
const metadata = (objectName: string, more: Record<string, string> = {}) =>
  encode({ bucketName: "besar", objectName, ...more });

const ask = (method: string, url: string, headers: Record<string, string> = {}, body?: string) =>
  fetch(url, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Tus-Resumable": "1.0.0", ...headers },
    ...(body === undefined ? {} : { body }),
  });
const begin = async (name: string, length: number, headers: Record<string, string> = {}) => {
  const answer = await ask("POST", endpoint(), {
    "Upload-Length": String(length),
    "Upload-Metadata": metadata(name),
    ...headers,
  });
  return { answer, url: answer.headers.get("location") ?? "" };
};
const piece = (url: string, offset: number, body: string, headers: Record<string, string> = {}) =>
  ask(
    "PATCH",
    url,
    {
      "Upload-Offset": String(offset),
      "Content-Type": "application/offset+octet-stream",
      ...headers,
    },
    body,
  );
const offsetOf = async (url: string) => {
  const answer = await ask("HEAD", url);
  return [answer.status, Number(answer.headers.get("upload-offset"))];
};
const textOf = async (name: string) =>
  (await service.storage.from("besar").download(name)).data?.text();

test("the usual client uploads ten megabytes in pieces", async () => {
  const bytes = randomBytes(10_000_000);
  const name = `${id}/sepuluh.bin`;
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: endpoint(),
      retryDelays: [0, 100],
      headers: { authorization: `Bearer ${token}`, "x-upsert": "true" },
      uploadDataDuringCreation: true,
      removeFingerprintOnSuccess: true,
      metadata: {
        bucketName: "besar",
        objectName: name,
        contentType: "application/x-contoh",
        cacheControl: "60",
        metadata: JSON.stringify({ seri: 7 }),
      },
      chunkSize: 6 * 1024 * 1024,
      onError: reject,
      onSuccess: () => resolve(),
    });
    upload.start();
  });
  const { data } = await person.storage.from("besar").info(name);
  expect(data).toMatchObject({
    size: bytes.length,
    contentType: "application/x-contoh",
    cacheControl: "max-age=60",
    metadata: { seri: 7 },
  });
  const stored = await person.storage.from("besar").download(name);
  const digest = (data: Uint8Array) => createHash("sha256").update(data).digest("hex");
  expect(digest(new Uint8Array((await stored.data?.arrayBuffer()) ?? new ArrayBuffer()))).toBe(
    digest(bytes),
  );
  const [row] = await asSeed()`select owner_id from storage.objects where name = ${name}`;
  expect(row).toEqual({ owner_id: id });
});

test("an upload resumes at its stored offset", async () => {
  const { answer, url } = await begin(`${id}/a.txt`, 9);
  expect(answer.status).toBe(201);
  expect(answer.headers.get("upload-expires")).toBeTruthy();
  expect(await offsetOf(url)).toEqual([200, 0]);
  const first = await piece(url, 0, "satu");
  expect([first.status, first.headers.get("upload-offset")]).toEqual([204, "4"]);
  expect((await piece(url, 0, "satu")).status).toBe(409);
  expect((await piece(url, 4, "terlalu panjang")).status).toBe(413);
  expect(await offsetOf(url)).toEqual([200, 4]);
  expect((await person.storage.from("besar").exists(`${id}/a.txt`)).data).toBe(false);
  expect((await piece(url, 4, "-dua+")).status).toBe(204);
  expect(await textOf(`${id}/a.txt`)).toBe("satu-dua+");
  expect(await offsetOf(url)).toEqual([200, 9]);
  const [row] =
    await asSeed()`select pieces from private.resumable_uploads where name = ${`${id}/a.txt`}`;
  expect(row).toEqual({ pieces: [] });
});

test("the bytes received before the connection broke are stored", async () => {
  const { url } = await begin(`${id}/putus.txt`, 100_000);
  await new Promise<void>((resolve) => {
    const half = request(url, {
      method: "PATCH",
      headers: {
        Authorization: `Bearer ${token}`,
        "Tus-Resumable": "1.0.0",
        "Upload-Offset": "0",
        "Content-Type": "application/offset+octet-stream",
        "Content-Length": "100000",
      },
    });
    half.on("error", () => resolve());
    half.write(Buffer.alloc(40_000, "x"), () => setTimeout(() => half.destroy(), 200));
  });
  await expect.poll(async () => (await offsetOf(url))[1]).toBe(40_000);
  expect((await piece(url, 40_000, "y".repeat(60_000))).status).toBe(204);
  expect(await textOf(`${id}/putus.txt`)).toBe("x".repeat(40_000) + "y".repeat(60_000));
});

test("a deferred length, an empty file, and creation with data", async () => {
  const deferred = await ask("POST", endpoint(), {
    "Upload-Defer-Length": "1",
    "Upload-Metadata": metadata(`${id}/nanti.txt`),
  });
  const url = deferred.headers.get("location") ?? "";
  expect((await ask("HEAD", url)).headers.get("upload-defer-length")).toBe("1");
  await piece(url, 0, "satu");
  expect((await piece(url, 4, "dua", { "Upload-Length": "7" })).status).toBe(204);
  expect(await textOf(`${id}/nanti.txt`)).toBe("satudua");

  expect((await begin(`${id}/kosong.txt`, 0)).answer.status).toBe(201);
  expect((await person.storage.from("besar").info(`${id}/kosong.txt`)).data?.size).toBe(0);

  const whole = await ask(
    "POST",
    endpoint(),
    {
      "Upload-Length": "4",
      "Upload-Metadata": metadata(`${id}/utuh.txt`),
      "Content-Type": "application/offset+octet-stream",
    },
    "utuh",
  );
  expect([whole.status, whole.headers.get("upload-offset")]).toEqual([201, "4"]);
  expect(await textOf(`${id}/utuh.txt`)).toBe("utuh");
});

test("an upload belongs to the person who began it", async () => {
  const { url } = await begin(`${id}/milik.txt`, 4);
  const other = await signedInClient(backend(), "lain@etalase.test");
  const foreign = (await other.auth.getSession()).data.session?.access_token;
  for (const headers of [
    { Authorization: `Bearer ${foreign}` },
    { Authorization: `Bearer ${backend().keys.publishable}` },
    { Authorization: `Bearer ${backend().keys.secret}` },
  ]) {
    expect((await ask("HEAD", url, headers)).status).toBe(404);
    expect((await piece(url, 0, "curi", headers)).status).toBe(404);
    expect((await ask("DELETE", url, headers)).status).toBe(404);
  }
  expect((await ask("HEAD", url, { Authorization: "" })).status).toBe(403);
  expect((await ask("DELETE", url)).status).toBe(204);
  expect((await ask("HEAD", url)).status).toBe(404);
  const denied = await ask("POST", endpoint(), {
    Authorization: `Bearer ${foreign}`,
    "Upload-Length": "4",
    "Upload-Metadata": metadata(`${id}/milik.txt`),
  });
  expect(denied.status).toBe(403);
});

test("an account has at most 50 unfinished uploads", async () => {
  const many = await signedInClient(backend(), "banyak@etalase.test");
  const { session } = (await many.auth.getSession()).data;
  const own = { Authorization: `Bearer ${session?.access_token}` };
  const next = (name: string) => begin(`${session?.user.id}/${name}`, 4, own);
  const urls: string[] = [];
  for (let count = 0; count < 50; count++) {
    const { answer, url } = await next(`${count}.txt`);
    expect(answer.status).toBe(201);
    urls.push(url);
  }
  expect((await next("lagi.txt")).answer.status).toBe(429);
  expect((await piece(urls[0] ?? "", 0, "isi!", own)).status).toBe(204);
  expect((await next("lagi.txt")).answer.status).toBe(201);
});

test.each([
  ["another version", 412, { "Tus-Resumable": "0.2.0" }],
  ["no length", 400, { "Upload-Length": "" }],
  ["too large", 413, { "Upload-Length": "20000001" }],
  ["a broken length", 400, { "Upload-Length": "-1" }],
  ["broken metadata", 400, { "Upload-Metadata": "bucketName ???" }],
  ["no bucket", 400, { "Upload-Metadata": encode({ objectName: "a" }) }],
  [
    "a missing bucket",
    404,
    { "Upload-Metadata": encode({ bucketName: "tiada", objectName: "a" }) },
  ],
  [
    "a path outside",
    400,
    { "Upload-Metadata": encode({ bucketName: "besar", objectName: "../a" }) },
  ],
  [
    "a type with a zero byte",
    415,
    {
      "Upload-Metadata": encode({
        bucketName: "besar",
        objectName: "a",
        contentType: "image/png; a=\0",
      }),
    },
  ],
])("%s is refused with %i", async (_, status, headers) => {
  const { answer } = await begin(`${id}/x`, 4, headers as Record<string, string>);
  expect(answer.status).toBe(status);
});

test("an upload to a taken name or of a wrong type does not become a file", async () => {
  const { url } = await begin(`${id}/rebut.txt`, 4);
  await person.storage.from("besar").upload(`${id}/rebut.txt`, "dulu");
  expect((await piece(url, 0, "lalu")).status).toBe(409);
  expect(await textOf(`${id}/rebut.txt`)).toBe("dulu");
  expect((await ask("HEAD", url)).status).toBe(404);

  const html = "<!doctype html><script>alert(1)</script>";
  const lie = await begin(`${id}/palsu.png`, html.length, {
    "Upload-Metadata": metadata(`${id}/palsu.png`, { contentType: "image/png" }),
  });
  expect((await piece(lie.url, 0, html.slice(0, 5))).status).toBe(204);
  expect((await piece(lie.url, 5, html.slice(5))).status).toBe(415);
  expect((await person.storage.from("besar").exists(`${id}/palsu.png`)).data).toBe(false);
});

test("of concurrent chunks at one offset exactly one counts", async () => {
  const { url } = await begin(`${id}/balap.txt`, 10);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => piece(url, 0, `${n}`.repeat(5))),
  );
  const statuses = answers.map((answer) => answer.status).sort();
  expect(statuses).toEqual([204, ...Array.from({ length: 9 }, () => 409)]);
  expect(await offsetOf(url)).toEqual([200, 5]);
  const rest = await Promise.all(
    Array.from({ length: 10 }, (_, n) => piece(url, 5, `${n}`.repeat(5))),
  );
  expect(rest.filter((answer) => answer.status === 204)).toHaveLength(1);
  expect(await textOf(`${id}/balap.txt`)).toMatch(/^(\d)\1{4}(\d)\2{4}$/);
});

test("the token of a signed upload speaks for its owner", async () => {
  const name = `${id}/titip.txt`;
  const { data } = await person.storage.from("besar").createSignedUploadUrl(name);
  const headers = { Authorization: "", "x-signature": data?.token ?? "" };
  const begun = await ask("POST", `${endpoint()}/sign`, {
    ...headers,
    "Upload-Length": "4",
    "Upload-Metadata": metadata(name),
  });
  const url = begun.headers.get("location") ?? "";
  expect(url).toContain("/upload/resumable/sign/");
  expect((await piece(url, 0, "isi!", { Authorization: "", "x-signature": "x" })).status).toBe(400);
  expect((await ask("HEAD", url.replace("/sign/", "/"))).status).toBe(404);
  expect((await piece(url, 0, "isi!", headers)).status).toBe(204);
  expect(await textOf(name)).toBe("isi!");
  const other = await ask("POST", `${endpoint()}/sign`, {
    ...headers,
    "Upload-Length": "4",
    "Upload-Metadata": metadata(`${id}/lain.txt`),
  });
  expect(other.status).toBe(400);
});

test("the server announces its supported protocol", async () => {
  const answer = await fetch(endpoint(), { method: "OPTIONS" });
  expect(answer.headers.get("tus-version")).toBe("1.0.0");
  expect(answer.headers.get("tus-extension")).toContain("creation-with-upload");
  expect(answer.headers.get("tus-max-size")).toBe("20000000");
});
