import { readdir } from "node:fs/promises";
import { request } from "node:http";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { testStorage } from "#tests/support/builders/storage.ts";
import { testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

const database = testDatabase();
const backend = testBackend({ auth: { anonymous: true } });
const who = testStorage(backend, database);
let picture: Buffer;
beforeAll(async () => {
  picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#06c" } })
    .png()
    .toBuffer();
});

const avatarsOf = (client: { storage: ReturnType<typeof who>["a"]["storage"] }) =>
  client.storage.from("avatars");
const upload = (name: string, options = {}) =>
  avatarsOf(who().a).upload(name, picture, { contentType: "image/png", ...options });

test("people add, replace and remove pictures of themselves; everybody sees them", async () => {
  const name = `${who().aId}/saya.png`;
  expect((await upload(name)).error).toBeNull();
  const { publicUrl } = avatarsOf(who().b).getPublicUrl(name).data;
  expect((await fetch(publicUrl)).headers.get("content-type")).toBe("image/png");
  expect((await upload(name, { upsert: true })).error).toBeNull();
  expect((await avatarsOf(who().a).list(who().aId)).data).toHaveLength(1);
  // Others see a picture whose address they know, and no list.
  expect((await avatarsOf(who().b).list(who().aId)).data).toEqual([]);
  expect((await avatarsOf(who().b).remove([name])).data).toEqual([]);
  expect((await avatarsOf(who().a).remove([name])).data).toHaveLength(1);
  expect((await fetch(publicUrl)).status).toBe(400);
});

test("nobody adds a picture elsewhere, a fourth one, a large one or another kind of file", async () => {
  const refused = { statusCode: "403" };
  expect((await upload(`${who().bId}/a.png`)).error).toMatchObject(refused);
  expect((await upload("a.png")).error).toMatchObject(refused);
  expect((await upload(`${who().aId}/map/a.png`)).error).toMatchObject(refused);
  for (const n of [1, 2, 3]) expect((await upload(`${who().aId}/${n}.png`)).error).toBeNull();
  expect((await upload(`${who().aId}/4.png`)).error).toMatchObject(refused);
  const large = await avatarsOf(who().b).upload(`${who().bId}/a.png`, Buffer.alloc(1_048_577), {
    contentType: "image/png",
  });
  expect(large.error).toMatchObject({ statusCode: "413" });
  const script = await avatarsOf(who().b).upload(`${who().bId}/a.svg`, "<svg/>", {
    contentType: "image/svg+xml",
  });
  expect(script.error).toMatchObject({ statusCode: "415" });
  const moved = await avatarsOf(who().a).move(`${who().aId}/1.png`, `${who().bId}/1.png`);
  expect(moved.error).not.toBeNull();
});

test("parallel uploads store no fourth picture, and a picture is replaced although there are three", async () => {
  const own = `${who().aId}/`;
  const { data: before } = await avatarsOf(who().a).list(who().aId);
  await avatarsOf(who().a).remove((before ?? []).map(({ name }) => own + name));
  const names = Array.from({ length: 8 }, (_, n) => `${own}bersama-${n}.png`);
  const uploads = await Promise.all(names.map((name) => upload(name)));
  const refused = uploads.filter(({ error }) => error);
  expect(refused.map(({ error }) => error)).toMatchObject(Array(5).fill({ statusCode: "403" }));
  const { data: stored } = await avatarsOf(who().a).list(who().aId);
  expect(stored).toHaveLength(3);
  expect((await upload(`${own}${stored?.[0]?.name}`, { upsert: true })).error).toBeNull();
});

test("a guest has no picture, and a deleted account leaves none", async () => {
  const guest = backend().client();
  const { data } = await guest.auth.signInAnonymously();
  const mine = `${data.user?.id}/a.png`;
  expect((await avatarsOf(guest).upload(mine, picture)).error).toMatchObject({ statusCode: "403" });
  const left = () =>
    asSeed()`select 1 from storage.objects where bucket_id = 'avatars' and name like ${`${who().aId}/%`}`;
  expect((await left()).length).toBeGreaterThan(0);
  await asSeed()`update profiles set role = 'USER' where id = ${who().aId}`;
  await asSeed()`select private.erase_person(${who().aId})`;
  expect(await left()).toHaveLength(0);
});

test("signed and started uploads are refused after the account is deleted", async () => {
  const { b, bId, visitor } = who();
  const own = (name: string) => `${bId}/${name}`;
  const signed = await avatarsOf(b).createSignedUploadUrl(own("tanda.png"));
  expect(signed.error).toBeNull();
  const { data } = await b.auth.getSession();
  const headers = {
    authorization: `Bearer ${data.session?.access_token}`,
    "content-type": "image/png",
    "content-length": picture.byteLength,
  };
  const address = `${backend().url}/storage/v1/object/avatars/${own("pelan.png")}`;
  const slow = request(address, { method: "POST", headers });
  const status = new Promise((resolve, reject) => {
    slow.on("response", (answer) => resolve(answer.resume().statusCode)).on("error", reject);
  });
  slow.write(picture.subarray(0, 40));
  // The storage opens a temporary file after the check of the permission.
  const stored = () => readdir(backend().config.dataDir, { recursive: true });
  await expect.poll(async () => (await stored()).join()).toContain(".part");
  await asSeed()`select private.erase_person(${bId})`;
  slow.end(picture.subarray(40));
  expect(await status).toBe(400);
  const late = await avatarsOf(visitor).uploadToSignedUrl(
    own("tanda.png"),
    signed.data?.token ?? "",
    picture,
    { contentType: "image/png" },
  );
  expect(late.error).toMatchObject({ statusCode: "403" });
  const left = await asSeed()`
    select from storage.objects where bucket_id = 'avatars' and name like ${own("%")}`;
  expect(left).toHaveLength(0);
});
