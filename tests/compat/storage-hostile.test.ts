import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { base64url, SignJWT } from "jose";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { asShop } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { openStore } from "#integrations/storage/open-store.server.ts";
import { signedInClient, testBackend } from "#tests/support/backend.ts";
import { testDatabase } from "#tests/support/database.ts";
import { eachOf, hostileBodies, hostileTexts, sendBytes } from "#tests/support/hostile.ts";

/*
 * What people try with other people's files. A and B are customers who may do everything in a folder of their own.
 */

const database = testDatabase();
const backend = testBackend();
let service: SupabaseClient;
let a: SupabaseClient;
let b: SupabaseClient;
let aId = "";
let bId = "";
let aToken = "";
let png: Buffer;

beforeAll(async () => {
  const { url, keys } = backend();
  service = createClient(url, keys.secret, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
  a = await signedInClient(backend(), "a@etalase.test");
  b = await signedInClient(backend(), "b@etalase.test");
  const session = (await a.auth.getSession()).data.session;
  aToken = session?.access_token ?? "";
  aId = session?.user.id ?? "";
  bId = (await b.auth.getUser()).data.user?.id ?? "";
  png = await sharp({ create: { width: 30, height: 30, channels: 3, background: "#00f" } })
    .png()
    .toBuffer();
  const owner = openPostgres(database.url(), { max: 1, onnotice: () => undefined });
  await owner.unsafe(`
    create policy "people keep their own folder" on storage.objects for all to authenticated
      using (bucket_id = 'laci' and (storage.foldername(name))[1] = auth.uid()::text)`);
  await owner.end();
  await service.storage.createBucket("laci", { public: false });
  await service.storage.createBucket("etalase", { public: true });
  const kept = await b.storage.from("laci").upload(`${bId}/rahasia.png`, png, {
    contentType: "image/png",
  });
  expect(kept.error).toBeNull();
});

const door = (path: string) => `${backend().url}/storage/v1${path}`;
const ask = async (method: string, path: string, body?: unknown, bearer = aToken) => {
  const answer = await fetch(door(path), {
    method,
    headers: {
      ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
      ...(typeof body === "object" ? { "Content-Type": "application/json" } : {}),
      ...(method === "PATCH" || path.includes("resumable") ? { "Tus-Resumable": "1.0.0" } : {}),
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
};

describe("T5: somebody else's private file", () => {
  /** Each door with the name of a file put in. */
  const doors: Record<string, (name: string) => Promise<unknown>> = {
    download: (name) => ask("GET", `/object/laci/${name}`),
    "download as oneself": (name) => ask("GET", `/object/authenticated/laci/${name}`),
    "download in public": (name) => ask("GET", `/object/public/laci/${name}`),
    head: (name) => ask("HEAD", `/object/laci/${name}`),
    info: (name) => ask("GET", `/object/info/laci/${name}`),
    "info as oneself": (name) => ask("GET", `/object/info/authenticated/laci/${name}`),
    "info in public": (name) => ask("GET", `/object/info/public/laci/${name}`),
    sign: (name) => ask("POST", `/object/sign/laci/${name}`, { expiresIn: 60 }),
    "sign to transform": (name) =>
      ask("POST", `/object/sign/laci/${name}`, { expiresIn: 60, transform: { width: 5 } }),
    transform: (name) => ask("GET", `/render/image/authenticated/laci/${name}?width=5`),
    "transform in public": (name) => ask("GET", `/render/image/public/laci/${name}?width=5`),
    "copy away": (name) =>
      ask("POST", "/object/copy", {
        bucketId: "laci",
        sourceKey: name,
        destinationKey: `${aId}/${randomUUID()}`,
      }),
    "move away": (name) =>
      ask("POST", "/object/move", {
        bucketId: "laci",
        sourceKey: name,
        destinationKey: `${aId}/curian`,
      }),
    "upload over": (name) => ask("POST", `/object/laci/${name}`, "palsu"),
    "update over": (name) => ask("PUT", `/object/laci/${name}`, "palsu"),
    "sign to upload over": (name) => ask("POST", `/object/upload/sign/laci/${name}`, {}),
    delete: (name) => ask("DELETE", `/object/laci/${name}`),
    "delete with others": (name) => ask("DELETE", "/object/laci", { prefixes: [name] }),
  };

  test.each(Object.keys(doors))("%s: as if it were not there", async (name) => {
    const there = await doors[name]?.(`${bId}/rahasia.png`);
    const missing = await doors[name]?.(`${bId}/tiada.png`);
    expect(there).toEqual(missing);
    expect((there as { status: number }).status).toBe(name === "delete with others" ? 200 : 400);
  });

  test("is in no list, no signature and under no copy, and stays as it was", async () => {
    const mine = a.storage.from("laci");
    await mine.upload(`${aId}/punyaku.txt`, "x");
    expect((await mine.list(bId)).data).toEqual([]);
    expect((await mine.list("")).data?.map((item) => item.name)).toEqual([aId]);
    const second = await mine.listV2({ prefix: bId });
    expect(second.data).toMatchObject({ objects: [], folders: [] });
    const many = await mine.createSignedUrls([`${bId}/rahasia.png`, `${bId}/tiada.png`], 60);
    expect(many.data?.[0]?.error).toBe(many.data?.[1]?.error);
    const onto = (action: "copy" | "move", name: string) =>
      mine[action](`${aId}/punyaku.txt`, `${bId}/${name}`);
    for (const action of ["copy", "move"] as const) {
      const taken = await onto(action, "rahasia.png");
      expect(taken.error).toMatchObject({ statusCode: "403" });
      expect({ ...taken.error }).toEqual({ ...(await onto(action, "tiada.png")).error });
    }
    expect((await mine.upload(`${bId}/rahasia.png`, "x", { upsert: true })).error).toMatchObject({
      statusCode: "403",
    });
    const bytes = await (
      await b.storage.from("laci").download(`${bId}/rahasia.png`)
    ).data?.arrayBuffer();
    expect(Buffer.from(bytes ?? new ArrayBuffer()).equals(png)).toBe(true);
    const [row] =
      await asShop()`select owner_id from storage.objects where name = ${`${bId}/rahasia.png`}`;
    expect(row).toEqual({ owner_id: bId });
  });

  test("is closed to visitors, who see no bucket either", async () => {
    const name = `${bId}/rahasia.png`;
    const { publishable } = backend().keys;
    for (const bearer of ["", publishable]) {
      const answer = await ask("GET", `/object/laci/${name}`, undefined, bearer);
      expect(JSON.parse(answer.text)).toMatchObject({ statusCode: "404" });
    }
    const none = await ask("GET", `/object/laci/${name}`, undefined, "");
    expect(none).toEqual(await ask("GET", `/object/no-such/${name}`, undefined, ""));
    for (const [method, path] of [
      ["GET", "/bucket"],
      ["POST", "/object/list/laci"],
      ["GET", `/object/authenticated/laci/${name}`],
      ["POST", `/object/laci/${name}`],
    ] as const) {
      const answer = await ask(method, path, method === "POST" ? { prefix: "" } : undefined, "");
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.text)).toMatchObject({
        statusCode: "403",
        error: "Unauthorized",
        message: "Invalid Compact JWS",
      });
    }
  });
});

test("T21: a session without the second factor that exists reaches no file", async () => {
  const c = await signedInClient(backend(), "c@etalase.test");
  const id = (await c.auth.getUser()).data.user?.id ?? "";
  await c.storage.from("laci").upload(`${id}/a.txt`, "x");
  expect((await c.storage.from("laci").exists(`${id}/a.txt`)).data).toBe(true);
  await asShop()`
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret)
    values (${id}, 'ponsel', 'totp', 'verified', 'x')`;
  expect((await c.storage.from("laci").exists(`${id}/a.txt`)).data).toBe(false);
  expect((await c.storage.from("laci").upload(`${id}/b.txt`, "x")).error).toMatchObject({
    statusCode: "403",
  });
  expect((await c.storage.from("laci").remove([`${id}/a.txt`])).data).toEqual([]);
});

describe("T26: tokens for another purpose", () => {
  test("an access token opens no signed address, and a signed address is no session", async () => {
    const name = `${aId}/token.txt`;
    await a.storage.from("laci").upload(name, "isi", { upsert: true });
    const signed = (await a.storage.from("laci").createSignedUrl(name, 60)).data?.signedUrl ?? "";
    const download = new URL(signed).searchParams.get("token") ?? "";
    const upload =
      (await a.storage.from("laci").createSignedUploadUrl(name, { upsert: true })).data?.token ??
      "";
    const none = `${base64url.encode('{"alg":"none"}')}.${download.split(".")[1]}.`;
    const forged = await new SignJWT({ url: `laci/${name}`, scope: "download" })
      .setProtectedHeader({ alg: "HS256" })
      .setAudience("storage-signed-url")
      .setExpirationTime("1h")
      .sign(new TextEncoder().encode(backend().keys.publishable));
    const tokens = { aToken, upload, none, forged, other: "x.y.z", key: backend().keys.secret };
    for (const token of Object.values(tokens)) {
      const answer = await ask("GET", `/object/sign/laci/${name}?token=${token}`, undefined, "");
      expect(answer.status).toBe(400);
    }
    for (const token of [aToken, download, none, forged]) {
      const path = `/object/upload/sign/laci/${name}?token=${token}`;
      expect((await ask("PUT", path, "palsu", "")).status).toBe(400);
    }
    for (const other of [`laci/${bId}/rahasia.png`, "laci/", `etalase/${name}`]) {
      const answer = await ask("GET", `/object/sign/${other}?token=${download}`, undefined, "");
      expect(answer.status).toBe(400);
    }
    for (const bearer of [download, upload, none, forged]) {
      const answer = await ask("GET", `/object/authenticated/laci/${name}`, undefined, bearer);
      expect(JSON.parse(answer.text)).toMatchObject({ statusCode: "403" });
    }
    const missing = await ask("GET", `/object/sign/laci/${name}`, undefined, "");
    expect(JSON.parse(missing.text).message).toBe(
      "querystring must have required property 'token'",
    );
    expect(await (await a.storage.from("laci").download(name)).data?.text()).toBe("isi");
  });
});

describe("T29: files that a browser would run", () => {
  const script = "<script>document.title = 'kena'</script>";
  const evil: readonly (readonly [type: string, body: string])[] = [
    ["text/html", `<!doctype html>${script}`],
    ["TEXT/HTML; charset=utf-8", script],
    ["application/xhtml+xml", `<html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`],
    ["image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`],
    ["text/xml", `<?xml version="1.0"?><x/>`],
    ["application/pdf", "%PDF-1.7"],
    ["text/javascript", "alert(1)"],
    ["application/x-javascript", "alert(1)"],
    ["text/css", "*{display:none}"],
    ["multipart/x-mixed-replace", script],
  ];

  test.each(evil)("%s is never shown or run under the shop's name", async (type, body) => {
    const name = `${randomUUID()}.bin`;
    const files = service.storage.from("etalase");
    const { error } = await files.upload(name, Buffer.from(body), { contentType: type });
    expect(error).toBeNull();
    const signed = await files.createSignedUrl(name, 60);
    for (const url of [files.getPublicUrl(name).data.publicUrl, signed.data?.signedUrl ?? ""]) {
      const answer = await fetch(url);
      expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("content-disposition")).toMatch(/^attachment; /);
      expect(answer.headers.get("content-type")).not.toMatch(/html|javascript|css|multipart/);
    }
  });
});

describe("T30: a lie about the type", () => {
  const lies: readonly (readonly [type: string, body: string | Buffer, isRefused: boolean])[] = [
    ["image/png", "<!DOCTYPE html><script>alert(1)</script>", true],
    ["image/jpeg", "\ufeff  <!-- a --><!-- b --> <svg onload=alert(1)>", true],
    ["image/webp", "%PDF-1.4", true],
    ["image/gif", "PK\u0003\u0004", true],
    ["image/avif", "#!/bin/sh\n", true],
    ["application/pdf", "<html>", true],
    ["application/zip", "%PDF-1.4", true],
    ["image/png", "GIF89a/*<script>*/", false],
    ["application/pdf", "%PDF-1.7", false],
    ["image/png", Buffer.from("hanya teks"), false],
  ];

  test.each(lies)("as %s: the same verdict on every way in", async (type, body, isRefused) => {
    const bytes = Buffer.from(body);
    const files = a.storage.from("laci");
    const name = () => `${aId}/${randomUUID()}`;
    const signedName = name();
    const signed = await files.createSignedUploadUrl(signedName);
    const plain = name();
    await files.upload(plain, bytes, { contentType: "application/octet-stream" });
    const copied = await fetch(door("/object/copy"), {
      method: "POST",
      headers: { Authorization: `Bearer ${aToken}`, "Content-Type": "application/json" },
      body: JSON.stringify({
        bucketId: "laci",
        sourceKey: plain,
        destinationKey: name(),
        copyMetadata: false,
        metadata: { mimetype: type },
      }),
    });
    const resumable = await fetch(door("/upload/resumable"), {
      method: "POST",
      headers: {
        Authorization: `Bearer ${aToken}`,
        "Tus-Resumable": "1.0.0",
        "Upload-Length": String(bytes.length),
        "Upload-Metadata": Object.entries({
          bucketName: "laci",
          objectName: name(),
          contentType: type,
        })
          .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
          .join(","),
        "Content-Type": "application/offset+octet-stream",
      },
      body: bytes,
    });
    const verdicts = {
      raw: (await files.upload(name(), bytes, { contentType: type })).error,
      form: (await files.upload(name(), new Blob([bytes], { type }))).error,
      update: (await files.update(name(), bytes, { contentType: type })).error,
      signed: (
        await files.uploadToSignedUrl(signedName, signed.data?.token ?? "", bytes, {
          contentType: type,
        })
      ).error,
      copy: copied.ok ? null : await copied.json(),
      resumable: resumable.status === 201 ? null : { statusCode: String(resumable.status) },
    };
    for (const verdict of Object.values(verdicts)) {
      if (isRefused) expect(verdict).toMatchObject({ statusCode: "415" });
      else expect(verdict).toBeNull();
    }
  });
});

describe("path traversal", () => {
  test.each([
    "../keys.json",
    "a/../../b",
    "a/./b",
    "..",
    "/etc/passwd",
    "a//b",
    "a/",
    "a\\..\\b",
    "C:\\boot.ini",
    "a\0.png",
    "a\nb",
    "ａ．．／",
    "\u202egnp.exe",
    "a%2e%2e/b",
    "~root#x",
    "x".repeat(1001),
  ])("%j names no file", async (name) => {
    const encoded = encodeURIComponent(name).replaceAll("..", "%2E%2E");
    const written = await sendBytes(
      backend().url,
      `PUT /storage/v1/object/etalase/${encoded} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
        `Authorization: Bearer ${backend().keys.secret}\r\nContent-Length: 1\r\n\r\nx`,
    );
    expect(written).toMatch(/^HTTP\/1.1 400 /);
    const moved = await service.storage.from("etalase").move("x", name);
    expect(moved.error).toMatchObject({ status: 400 });
    const listed = await service.storage.from("etalase").list(name);
    // What JSON itself may not hold is refused; all else is simply an empty folder.
    if (listed.error) expect(listed.error).toMatchObject({ status: 400 });
  });

  test("names that mean something to some system stay names", async () => {
    for (const name of ["CON", "aux.txt", "a:b", "$HOME", "-rf", "a/.git/config", "x.."]) {
      const { error } = await service.storage.from("etalase").upload(name, "x", { upsert: true });
      expect([name, error]).toEqual([name, null]);
      expect((await service.storage.from("etalase").download(name)).error).toBeNull();
    }
    const store = openStore(backend().config.storageUrl);
    for await (const { key } of store.list()) expect(key).toMatch(/^[0-9a-f]{2}\/[0-9a-f-]{36}$/);
  });
});

describe("races", () => {
  const bodies = Array.from({ length: 20 }, (_, n) => `${String(n).padStart(2, "0")}`.repeat(5000));
  const versions = async () => {
    const keys: string[] = [];
    for await (const { key } of openStore(backend().config.storageUrl).list()) keys.push(key);
    return keys.length;
  };

  test("of twenty uploads of one new name exactly one wins and the others leave nothing", async () => {
    const before = await versions();
    const results = await Promise.all(
      bodies.map((body) => a.storage.from("laci").upload(`${aId}/lomba.txt`, body)),
    );
    expect(results.filter(({ error }) => !error)).toHaveLength(1);
    for (const { error } of results) if (error) expect(error).toMatchObject({ statusCode: "409" });
    const won = bodies[results.findIndex(({ error }) => !error)];
    expect(await (await a.storage.from("laci").download(`${aId}/lomba.txt`)).data?.text()).toBe(
      won,
    );
    expect(await versions()).toBe(before + 1);
  });

  test("of twenty that replace one file the last is whole", async () => {
    const results = await Promise.all(
      bodies.map((body) =>
        a.storage.from("laci").upload(`${aId}/ganti.txt`, body, { upsert: true }),
      ),
    );
    expect(results.filter(({ error }) => error)).toEqual([]);
    const last = await (await a.storage.from("laci").download(`${aId}/ganti.txt`)).data?.text();
    expect(bodies).toContain(last);
    const rows = await asShop()`select 1 from storage.objects where name = ${`${aId}/ganti.txt`}`;
    expect(rows).toHaveLength(1);
  });

  test("of twenty moves of one file exactly one finds it", async () => {
    await a.storage.from("laci").upload(`${aId}/asal.txt`, "x");
    const results = await Promise.all(
      bodies.map((_, n) => a.storage.from("laci").move(`${aId}/asal.txt`, `${aId}/tuju-${n}.txt`)),
    );
    expect(results.filter(({ error }) => !error)).toHaveLength(1);
    expect((await a.storage.from("laci").list(aId, { search: "tuju-" })).data).toHaveLength(1);
  });
});

test("R16: malformed input at every door is a clear refusal", async () => {
  const doors: readonly (readonly [string, string])[] = [
    ["POST", "/bucket"],
    ["PUT", "/bucket/laci"],
    ["POST", "/object/list/laci"],
    ["POST", "/object/list-v2/laci"],
    ["POST", "/object/move"],
    ["POST", "/object/copy"],
    ["POST", "/object/sign/laci"],
    ["POST", "/object/sign/laci/a"],
    ["POST", "/object/upload/sign/laci/a"],
    ["PUT", "/object/upload/sign/laci/a?token=x"],
    ["POST", "/object/laci/acak"],
    ["DELETE", "/object/laci"],
    ["POST", "/upload/resumable"],
  ];
  const failures: string[] = [];
  const cases = doors.flatMap(([method, path]) =>
    hostileBodies.map(([type, body]) => ({ method, path, type, body })),
  );
  await eachOf(cases, async ({ method, path, type, body }) => {
    const headers: Record<string, string> = { Authorization: `Bearer ${backend().keys.secret}` };
    if (type) headers["Content-Type"] = type.replace("\t", "");
    const answer = await fetch(door(path), { method, headers, body: body as string });
    const text = await answer.text();
    if (answer.status >= 500 || /stack|postgres|select |node_modules/i.test(text)) {
      failures.push(`${method} ${path} ${type}: ${answer.status} ${text.slice(0, 200)}`);
    }
  });
  const words = hostileTexts.map((text) => encodeURIComponent(text.toWellFormed()));
  await eachOf(words, async (word) => {
    for (const path of [
      `/bucket/${word}`,
      `/bucket?search=${word}&limit=${word}`,
      `/bucket?search=${word}`,
      `/object/laci/${word}?download=${word}`,
      `/object/public/etalase/${word}`,
      `/object/sign/laci/${word}?token=${word}`,
      `/render/image/public/etalase/${word}?width=${word}&resize=${word}`,
      `/upload/resumable/${word}`,
    ]) {
      const answer = await ask("GET", path, undefined, backend().keys.secret);
      if (answer.status >= 500) failures.push(`${path.slice(0, 100)}: ${answer.status}`);
    }
    const search = decodeURIComponent(word);
    const sortBy = { column: search, order: search };
    for (const input of [
      { prefix: search, search },
      { prefix: "", sortBy },
      { prefix: search, cursor: search },
    ]) {
      for (const list of ["list", "list-v2"]) {
        const answer = await ask("POST", `/object/${list}/laci`, input, backend().keys.secret);
        if (answer.status >= 500) failures.push(`${list} ${word.slice(0, 40)}: ${answer.status}`);
      }
    }
  });
  expect(failures).toEqual([]);
});
