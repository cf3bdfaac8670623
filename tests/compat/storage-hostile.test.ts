import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { openStore } from "#integrations/storage/open-store.server.ts";
import { eachOf, hostileBodies, hostileTexts, sendBytes } from "#tests/support/browser/hostile.ts";
import { testStorage } from "#tests/support/builders/storage.ts";
import { testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/*
 * Hostile files, names and bodies, and many concurrent ones.
 */

const database = testDatabase();
const backend = testBackend();
const who = testStorage(backend, database);

const endpoint = (path: string) => `${backend().url}/storage/v1${path}`;
const ask = async (method: string, path: string, body?: unknown, bearer = who().aToken) => {
  const answer = await fetch(endpoint(path), {
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
    const files = who().service.storage.from("etalase");
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

  test.each(lies)(
    "as %s: the same verdict at every upload endpoint",
    async (type, body, isRefused) => {
      const bytes = Buffer.from(body);
      const files = who().a.storage.from("laci");
      const name = () => `${who().aId}/${randomUUID()}`;
      const signedName = name();
      const signed = await files.createSignedUploadUrl(signedName);
      const plain = name();
      await files.upload(plain, bytes, { contentType: "application/octet-stream" });
      const copied = await fetch(endpoint("/object/copy"), {
        method: "POST",
        headers: { Authorization: `Bearer ${who().aToken}`, "Content-Type": "application/json" },
        body: JSON.stringify({
          bucketId: "laci",
          sourceKey: plain,
          destinationKey: name(),
          copyMetadata: false,
          metadata: { mimetype: type },
        }),
      });
      const resumable = await fetch(endpoint("/upload/resumable"), {
        method: "POST",
        headers: {
          Authorization: `Bearer ${who().aToken}`,
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
    },
  );
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
    const moved = await who().service.storage.from("etalase").move("x", name);
    expect(moved.error).toMatchObject({ status: 400 });
    const listed = await who().service.storage.from("etalase").list(name);
    // Names that JSON cannot hold are refused; all others are an empty folder.
    if (listed.error) expect(listed.error).toMatchObject({ status: 400 });
  });

  test("names that mean something to some system stay names", async () => {
    for (const name of ["CON", "aux.txt", "a:b", "$HOME", "-rf", "a/.git/config", "x.."]) {
      const { error } = await who()
        .service.storage.from("etalase")
        .upload(name, "x", { upsert: true });
      expect([name, error]).toEqual([name, null]);
      expect((await who().service.storage.from("etalase").download(name)).error).toBeNull();
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
      bodies.map((body) => who().a.storage.from("laci").upload(`${who().aId}/lomba.txt`, body)),
    );
    expect(results.filter(({ error }) => !error)).toHaveLength(1);
    for (const { error } of results) if (error) expect(error).toMatchObject({ statusCode: "409" });
    const won = bodies[results.findIndex(({ error }) => !error)];
    expect(
      await (await who().a.storage.from("laci").download(`${who().aId}/lomba.txt`)).data?.text(),
    ).toBe(won);
    expect(await versions()).toBe(before + 1);
  });

  test("of many concurrent uploads each gets its own answer, whatever happens to the others", async () => {
    const files = who().service.storage.from("laci");
    await files.upload("sama/ada", "lama");
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, (_, n) => files.upload(`sama/${n}`, `isi ${n}`)),
      files.upload("sama/ada", "baru"),
      // Values that the database cannot store.
      files.upload("sama/aneh", "x", { metadata: { a: "\u0000" } }),
      files.upload("sama/meta", "x", { metadata: { a: "é", b: null } }),
      who().service.storage.from("tidak-ada").upload("sama/0", "x"),
    ]);
    const failed = answers.map(({ error }) => error?.message);
    expect(failed.slice(0, 12)).toEqual(Array(12).fill(undefined));
    expect(failed.slice(12)).toEqual([
      "The resource already exists",
      expect.any(String),
      undefined,
      "Bucket not found",
    ]);
    for (const n of [0, 11]) {
      expect(await (await files.download(`sama/${n}`)).data?.text()).toBe(`isi ${n}`);
    }
    expect(await (await files.download("sama/ada")).data?.text()).toBe("lama");
    expect((await files.info("sama/meta")).data?.metadata).toEqual({ a: "é", b: null });
    expect((await files.info("sama/0")).data?.metadata).toEqual({});
    expect((await files.exists("sama/aneh")).data).toBe(false);
  });

  test("of twenty that replace one file the last is whole", async () => {
    const results = await Promise.all(
      bodies.map((body) =>
        who().a.storage.from("laci").upload(`${who().aId}/ganti.txt`, body, { upsert: true }),
      ),
    );
    expect(results.filter(({ error }) => error)).toEqual([]);
    const last = await (
      await who().a.storage.from("laci").download(`${who().aId}/ganti.txt`)
    ).data?.text();
    expect(bodies).toContain(last);
    const rows =
      await asSeed()`select 1 from storage.objects where name = ${`${who().aId}/ganti.txt`}`;
    expect(rows).toHaveLength(1);
  });

  test("of twenty moves of one file exactly one finds it", async () => {
    await who().a.storage.from("laci").upload(`${who().aId}/asal.txt`, "x");
    const results = await Promise.all(
      bodies.map((_, n) =>
        who().a.storage.from("laci").move(`${who().aId}/asal.txt`, `${who().aId}/tuju-${n}.txt`),
      ),
    );
    expect(results.filter(({ error }) => !error)).toHaveLength(1);
    expect(
      (await who().a.storage.from("laci").list(who().aId, { search: "tuju-" })).data,
    ).toHaveLength(1);
  });
});

test("R16: malformed input at every endpoint is a clear refusal", async () => {
  const endpoints: readonly (readonly [string, string])[] = [
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
  const cases = endpoints.flatMap(([method, path]) =>
    hostileBodies.map(([type, body]) => ({ method, path, type, body })),
  );
  await eachOf(cases, async ({ method, path, type, body }) => {
    const headers: Record<string, string> = { Authorization: `Bearer ${backend().keys.secret}` };
    if (type) headers["Content-Type"] = type.replace("\t", "");
    const answer = await fetch(endpoint(path), { method, headers, body: body as string });
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

test("a folder of many slashes is listed in linear time", async () => {
  // A search that takes quadratic time blocks the process for minutes.
  const prefix = `a${"/".repeat(500_000)}b`;
  const answer = await ask("POST", "/object/list/etalase", { prefix });
  expect(answer).toMatchObject({ status: 200, text: "[]" });
});
