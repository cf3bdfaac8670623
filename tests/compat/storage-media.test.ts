import type { SupabaseClient } from "@supabase/supabase-js";
import { Upload } from "tus-js-client";
import { beforeAll, expect, test } from "vitest";
import { photograph } from "#tests/support/builders/media.ts";
import { signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/*
 * The bucket where uploads of pictures wait: staff with the right add to a folder of their own, and nobody reads it.
 */

testDatabase();
const backend = testBackend();
const bucket = "media-uploads";
const people: Record<string, { client: SupabaseClient; id: string; token: string }> = {};

beforeAll(async () => {
  const roles = { admin: "ADMIN", content: "USER", warehouse: "USER", customer: "CUSTOMER" };
  for (const [name, role] of Object.entries(roles)) {
    const client = await signedInClient(backend(), `${name}@etalase.test`);
    const { data } = await client.auth.getSession();
    const { access_token: token = "", user } = data.session ?? {};
    const id = user?.id ?? "";
    const staffRole = role === "USER" ? name : "reader";
    await asSeed()`update profiles set role = ${role}, staff_role = ${staffRole} where id = ${id}`;
    people[name] = { client, id, token };
  }
});

const person = (name: string) => {
  const found = people[name];
  if (!found) throw new Error(name);
  return found;
};
const picture = () => photograph({ r: 1, g: 2, b: 3 }, [9, 9]);
const upload = async (name: string, path: string, type = "image/jpeg") =>
  person(name)
    .client.storage.from(bucket)
    .upload(path, await picture(), { contentType: type });
const stored = async () =>
  (
    await asSeed()<{ name: string }[]>`
    select name from storage.objects where bucket_id = ${bucket} order by name`
  ).map((row) => row.name);

test("staff with the right add to their own folder, and others to none", async () => {
  for (const name of ["admin", "content"]) {
    const { error } = await upload(name, `${person(name).id}/a`);
    expect(error).toBeNull();
  }
  for (const name of ["warehouse", "customer"]) {
    expect((await upload(name, `${person(name).id}/a`)).error?.message).toMatch(
      /row-level security/,
    );
  }
  expect((await upload("content", `${person("admin").id}/b`)).error).not.toBeNull();
  expect((await upload("content", `${person("content").id}/deep/b`)).error).not.toBeNull();
  expect((await upload("content", "b")).error).not.toBeNull();
  const visitor = backend().client().storage.from(bucket);
  expect(
    (await visitor.upload("b", await picture(), { contentType: "image/jpeg" })).error,
  ).not.toBeNull();
  expect(await stored()).toEqual([`${person("admin").id}/a`, `${person("content").id}/a`].sort());
});

test("nobody reads, lists, replaces or deletes what waits, not even its uploader", async () => {
  const path = `${person("content").id}/a`;
  for (const name of ["content", "admin", "customer"]) {
    const files = person(name).client.storage.from(bucket);
    expect((await files.download(path)).error).not.toBeNull();
    expect((await files.list(person("content").id)).data).toEqual([]);
    expect((await files.createSignedUrl(path, 60)).error).not.toBeNull();
    expect((await files.remove([path])).data).toEqual([]);
    expect(
      (await files.update(path, await picture(), { contentType: "image/jpeg" })).error,
    ).not.toBeNull();
  }
  expect((await fetch(`${backend().url}/storage/v1/object/public/${bucket}/${path}`)).ok).toBe(
    false,
  );
  expect(await stored()).toContain(path);
});

test("only pictures of at most 25 MB are taken", async () => {
  const { client, id } = person("content");
  expect((await upload("content", `${id}/svg`, "image/svg+xml")).error?.message).toMatch(
    /not supported/,
  );
  const files = client.storage.from(bucket);
  const page = Buffer.from("<!doctype html><script>1</script>");
  expect(
    (await files.upload(`${id}/page`, page, { contentType: "image/jpeg" })).error,
  ).not.toBeNull();
  const large = Buffer.concat([await picture(), Buffer.alloc(26_214_400)]);
  expect(
    (await files.upload(`${id}/large`, large, { contentType: "image/jpeg" })).error?.message,
  ).toMatch(/size/);
});

const byPieces = (name: string, path: string) =>
  new Promise<string>((resolve) => {
    picture().then(
      (bytes) => {
        new Upload(bytes, {
          endpoint: `${backend().url}/storage/v1/upload/resumable`,
          headers: { Authorization: `Bearer ${person(name).token}` },
          chunkSize: 100,
          retryDelays: null,
          metadata: { bucketName: bucket, objectName: path, contentType: "image/jpeg" },
          onSuccess: () => resolve("done"),
          onError: (error) =>
            resolve(
              `refused ${"originalResponse" in error ? error.originalResponse?.getStatus() : error.message}`,
            ),
        }).start();
      },
      (error: unknown) => resolve(String(error)),
    );
  });

test("uploads in pieces obey the same policies", async () => {
  expect(await byPieces("content", `${person("content").id}/pieces`)).toBe("done");
  expect(await byPieces("warehouse", `${person("warehouse").id}/pieces`)).toBe("refused 403");
  expect(await byPieces("content", `${person("admin").id}/pieces`)).toBe("refused 403");
});

test("a right that is withdrawn during an upload ends it", async () => {
  const { id } = person("content");
  const whole = await picture();
  const created = await fetch(`${backend().url}/storage/v1/upload/resumable`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${person("content").token}`,
      "Tus-Resumable": "1.0.0",
      "Upload-Length": String(whole.length),
      "Upload-Metadata": Object.entries({
        bucketName: bucket,
        objectName: `${id}/late`,
        contentType: "image/jpeg",
      })
        .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
        .join(","),
    },
  });
  expect(created.status).toBe(201);
  await asSeed()`update profiles set staff_role = 'reader' where id = ${id}`;
  const piece = await fetch(created.headers.get("location") ?? "", {
    method: "PATCH",
    headers: {
      Authorization: `Bearer ${person("content").token}`,
      "Tus-Resumable": "1.0.0",
      "Upload-Offset": "0",
      "Content-Type": "application/offset+octet-stream",
    },
    body: new Uint8Array(whole),
  });
  expect(piece.status).toBe(403);
  expect(await stored()).not.toContain(`${id}/late`);
});
