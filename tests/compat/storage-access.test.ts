import { randomUUID } from "node:crypto";
import { base64url, SignJWT } from "jose";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { testStorage } from "#tests/support/builders/storage.ts";
import { signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* Attempts to access other people's files. */

const database = testDatabase();
const backend = testBackend();
const who = testStorage(backend, database);
let png: Buffer;
beforeAll(async () => {
  png = await sharp({ create: { width: 30, height: 30, channels: 3, background: "#00f" } })
    .png()
    .toBuffer();
  const cached = await who()
    .b.storage.from("laci")
    .upload(`${who().bId}/rahasia.png`, png, { contentType: "image/png" });
  expect(cached.error).toBeNull();
});

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

describe("T5: another person's private file", () => {
  /** Each endpoint with the file's name inserted. */
  const endpoints: Record<string, (name: string) => Promise<unknown>> = {
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
        destinationKey: `${who().aId}/${randomUUID()}`,
      }),
    "move away": (name) =>
      ask("POST", "/object/move", {
        bucketId: "laci",
        sourceKey: name,
        destinationKey: `${who().aId}/curian`,
      }),
    "upload over": (name) => ask("POST", `/object/laci/${name}`, "palsu"),
    "update over": (name) => ask("PUT", `/object/laci/${name}`, "palsu"),
    "sign to upload over": (name) => ask("POST", `/object/upload/sign/laci/${name}`, {}),
    delete: (name) => ask("DELETE", `/object/laci/${name}`),
    "delete with others": (name) => ask("DELETE", "/object/laci", { prefixes: [name] }),
  };

  test.each(Object.keys(endpoints))("%s: not found", async (name) => {
    const there = await endpoints[name]?.(`${who().bId}/rahasia.png`);
    const missing = await endpoints[name]?.(`${who().bId}/tiada.png`);
    expect(there).toEqual(missing);
    expect((there as { status: number }).status).toBe(name === "delete with others" ? 200 : 400);
  });

  test("is in no list, no signature and under no copy, and stays as it was", async () => {
    const mine = who().a.storage.from("laci");
    await mine.upload(`${who().aId}/punyaku.txt`, "x");
    expect((await mine.list(who().bId)).data).toEqual([]);
    expect((await mine.list("")).data?.map((item) => item.name)).toEqual([who().aId]);
    const second = await mine.listV2({ prefix: who().bId });
    expect(second.data).toMatchObject({ objects: [], folders: [] });
    const many = await mine.createSignedUrls(
      [`${who().bId}/rahasia.png`, `${who().bId}/tiada.png`],
      60,
    );
    expect(many.data?.[0]?.error).toBe(many.data?.[1]?.error);
    const onto = (action: "copy" | "move", name: string) =>
      mine[action](`${who().aId}/punyaku.txt`, `${who().bId}/${name}`);
    for (const action of ["copy", "move"] as const) {
      const taken = await onto(action, "rahasia.png");
      expect(taken.error).toMatchObject({ statusCode: "403" });
      expect({ ...taken.error }).toEqual({ ...(await onto(action, "tiada.png")).error });
    }
    expect(
      (await mine.upload(`${who().bId}/rahasia.png`, "x", { upsert: true })).error,
    ).toMatchObject({
      statusCode: "403",
    });
    const bytes = await (
      await who().b.storage.from("laci").download(`${who().bId}/rahasia.png`)
    ).data?.arrayBuffer();
    expect(Buffer.from(bytes ?? new ArrayBuffer()).equals(png)).toBe(true);
    const [row] =
      await asSeed()`select owner_id from storage.objects where name = ${`${who().bId}/rahasia.png`}`;
    expect(row).toEqual({ owner_id: who().bId });
  });

  test("is closed to visitors, and so is its bucket", async () => {
    const name = `${who().bId}/rahasia.png`;
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
        statusCode: "400",
        error: "Error",
        message: "headers must have required property 'authorization'",
      });
    }
  });
});

test("T21: a session without the second factor that exists reaches no file", async () => {
  const c = await signedInClient(backend(), "c@etalase.test");
  const id = (await c.auth.getUser()).data.user?.id ?? "";
  await c.storage.from("laci").upload(`${id}/a.txt`, "x");
  expect((await c.storage.from("laci").exists(`${id}/a.txt`)).data).toBe(true);
  await asSeed()`
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
    const name = `${who().aId}/token.txt`;
    await who().a.storage.from("laci").upload(name, "isi", { upsert: true });
    const signed =
      (await who().a.storage.from("laci").createSignedUrl(name, 60)).data?.signedUrl ?? "";
    const download = new URL(signed).searchParams.get("token") ?? "";
    const upload =
      (await who().a.storage.from("laci").createSignedUploadUrl(name, { upsert: true })).data
        ?.token ?? "";
    const none = `${base64url.encode('{"alg":"none"}')}.${download.split(".")[1]}.`;
    const forged = await new SignJWT({ url: `laci/${name}`, scope: "download" })
      .setProtectedHeader({ alg: "HS256" })
      .setAudience("storage-signed-url")
      .setExpirationTime("1h")
      .sign(new TextEncoder().encode(backend().keys.publishable));
    const tokens = {
      access: who().aToken,
      upload,
      none,
      forged,
      other: "x.y.z",
      key: backend().keys.secret,
    };
    for (const token of Object.values(tokens)) {
      const answer = await ask("GET", `/object/sign/laci/${name}?token=${token}`, undefined, "");
      expect(answer.status).toBe(400);
    }
    for (const token of [who().aToken, download, none, forged]) {
      const path = `/object/upload/sign/laci/${name}?token=${token}`;
      expect((await ask("PUT", path, "palsu", "")).status).toBe(400);
    }
    for (const other of [`laci/${who().bId}/rahasia.png`, "laci/", `etalase/${name}`]) {
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
    expect(await (await who().a.storage.from("laci").download(name)).data?.text()).toBe("isi");
  });
});
