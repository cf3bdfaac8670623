import { request } from "node:http";
import { beforeAll, expect, test } from "vitest";
import { failureAnswer } from "#backend/storage/failure.server.ts";
import { StoreFull } from "#integrations/storage/object-store.ts";
import { openStore } from "#integrations/storage/open-store.server.ts";
import { testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { ensureBucket } from "./put-object.server.ts";

testDatabase();
const backend = testBackend({ storage: { fileSizeLimit: 1_000_000 } });
beforeAll(() => ensureBucket(asSeed(), "rak", { public: false }));

const stored = async () => {
  const keys: string[] = [];
  for await (const { key } of openStore(backend().config.storageUrl).list()) keys.push(key);
  return keys;
};

/**
 * Sends until the answer arrives.
 * @returns the answer, and the bytes sent by then
 */
function sendUntilAnswered(
  name: string,
  headers: Record<string, string>,
  chunk: Buffer,
): Promise<{ status: number; body: string; sent: number }> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    let isAnswered = false;
    const asked = request(`${backend().url}/storage/v1/object/rak/${name}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${backend().keys.secret}`, ...headers },
    });
    asked.on("response", (answer) => {
      isAnswered = true;
      let body = "";
      answer.setEncoding("utf8");
      answer.on("data", (text: string) => {
        body += text;
      });
      answer.on("end", () => {
        resolve({ status: answer.statusCode ?? 0, body, sent });
        asked.destroy();
      });
    });
    asked.on("error", (error) => {
      if (!isAnswered) reject(error);
    });
    const pump = () => {
      if (isAnswered || asked.destroyed) return;
      sent += chunk.length;
      asked.write(chunk, () => setImmediate(pump));
    };
    pump();
  });
}

test("a body with too large a Content-Length is refused before it is read", async () => {
  const answer = await sendUntilAnswered(
    "a.bin",
    { "Content-Length": "10000000000", "Content-Type": "application/octet-stream" },
    Buffer.alloc(1000),
  );
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toMatchObject({ statusCode: "413", code: "EntityTooLarge" });
  expect(answer.sent).toBeLessThan(100_000_000);
  expect(await stored()).toEqual([]);
});

test("an endless body is cut at the limit and leaves nothing", async () => {
  const answer = await sendUntilAnswered(
    "b.bin",
    { "Transfer-Encoding": "chunked", "Content-Type": "application/octet-stream" },
    Buffer.alloc(50_000),
  );
  expect(JSON.parse(answer.body)).toMatchObject({ statusCode: "413" });
  expect(await stored()).toEqual([]);
});

test("an endless form is cut at the limit and leaves nothing", async () => {
  const head = '--b\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\n';
  const answer = await sendUntilAnswered(
    "c.bin",
    { "Transfer-Encoding": "chunked", "Content-Type": "multipart/form-data; boundary=b" },
    Buffer.concat([Buffer.from(head), Buffer.alloc(50_000)]),
  );
  expect(JSON.parse(answer.body)).toMatchObject({ statusCode: "413" });
  expect(await stored()).toEqual([]);
});

test.each([
  ["application/octet-stream", Buffer.alloc(5000)],
  [
    "multipart/form-data; boundary=b",
    Buffer.from('--b\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\nhalf'),
  ],
])("an interrupted upload (%s) leaves nothing", async (type, half) => {
  await new Promise<void>((resolve) => {
    const asked = request(`${backend().url}/storage/v1/object/rak/half.bin`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${backend().keys.secret}`,
        "Content-Type": type,
        "Content-Length": "100000",
      },
    });
    asked.on("error", () => resolve());
    asked.write(half, () => setTimeout(() => asked.destroy(), 100));
  });
  await expect.poll(stored).toEqual([]);
  expect(await asSeed()`select 1 from storage.objects where name = 'half.bin'`).toEqual([]);
});

test.each([
  ["no boundary", "multipart/form-data", "x"],
  [
    "no file",
    "multipart/form-data; boundary=b",
    '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b--\r\n',
  ],
  ["no end", "multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data"],
  ["nothing", "multipart/form-data; boundary=b", ""],
])("a form with %s is refused", async (_, type, body) => {
  const answer = await fetch(`${backend().url}/storage/v1/object/rak/x.bin`, {
    method: "POST",
    headers: { Authorization: `Bearer ${backend().keys.secret}`, "Content-Type": type },
    body,
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ statusCode: "400" });
});

test("a full disk is reported as such and without a path", async () => {
  const answer = failureAnswer(new StoreFull(new Error("ENOSPC: /srv/x")));
  expect(answer.status).toBe(507);
  const body = await answer.text();
  expect(JSON.parse(body)).toMatchObject({ statusCode: "507", code: "InsufficientStorage" });
  expect(body).not.toContain("/srv");
});

test.each(["text/plain", "image/png"])(
  "a form of %s that ends within its file is refused, also while its bucket is looked up",
  async (type) => {
    const authorization = `Bearer ${backend().keys.secret}`;
    await asSeed()`
      insert into storage.buckets (id, name, allowed_mime_types) values ('gambar', 'gambar', '{image/*}')
      on conflict do nothing`;
    const send = (name: string, headers: Record<string, string>, body: BodyInit) =>
      fetch(`${backend().url}/storage/v1/object/gambar/${name}`, {
        method: "POST",
        headers: { authorization, ...headers },
        body,
      });
    // From now on the bucket's rules are cached.
    await send(`${type}.gif`, { "Content-Type": "image/gif" }, "GIF89a");
    const before = await stored();
    const head = `--b\r\nContent-Disposition: form-data; name=""; filename="a"\r\nContent-Type: ${type}\r\n\r\n`;
    const answer = await send(
      `${type}.cut`,
      { "Content-Type": "multipart/form-data; boundary=b" },
      `${head}\x89PNG and no more`,
    );
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: type === "image/png" ? "InvalidRequest" : "InvalidMimeType",
    });
    expect(await stored()).toEqual(before);
  },
);

test("a content type field behind the file changes nothing", async () => {
  await asSeed()`
    insert into storage.buckets (id, name, allowed_mime_types) values ('gambar', 'gambar', '{image/*}')
    on conflict do nothing`;
  const form = new FormData();
  form.append("", new Blob(["GIF89a"], { type: "image/gif" }), "a.gif");
  form.append("contentType", "application/pdf");
  const answer = await fetch(`${backend().url}/storage/v1/object/gambar/behind.gif`, {
    method: "POST",
    headers: { authorization: `Bearer ${backend().keys.secret}` },
    body: form,
  });
  expect(answer.status).toBe(200);
  const [row] = await asSeed()`
    select metadata ->> 'mimetype' as type from storage.objects where name = 'behind.gif'`;
  expect(row).toEqual({ type: "image/gif" });
});
