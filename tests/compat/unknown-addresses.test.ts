import { expect, test } from "vitest";
import { testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase();
const backend = testBackend();

async function ask(path: string, method = "GET"): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${backend().url}${path}`, {
    method,
    headers: { apikey: backend().keys.publishable },
  });
  expect(answer.headers.get("content-type"), path).toMatch(/^application\/json/);
  return { status: answer.status, body: await answer.json() };
}

test("an unknown address of storage gets 404 with JSON", async () => {
  for (const path of ["/nothing", "/s3/bucket/file", "/render/video/a", "/bucket/a/b/c", "/"]) {
    expect(await ask(`/storage/v1${path}`), path).toEqual({
      status: 404,
      body: { statusCode: 404, error: "Not Found", message: `Route GET:${path} not found` },
    });
  }
  expect((await ask("/storage/v1")).status).toBe(404);
  expect((await ask("/storage/v1/bucket", "PATCH")).body).toMatchObject({
    message: "Route PATCH:/bucket not found",
  });
});

test("storage serves its status and version", async () => {
  const status = await fetch(`${backend().url}/storage/v1/status`);
  expect([status.status, await status.text()]).toEqual([200, ""]);
  const version = await fetch(`${backend().url}/storage/v1/version`);
  expect([version.status, await version.text()]).toEqual([200, "etalase"]);
  expect(version.headers.get("content-type")).toMatch(/^text\/plain/);
});

test("an unknown address of the other endpoints gets 404 with JSON", async () => {
  for (const endpoint of ["auth", "rest", "functions", "realtime"]) {
    for (const path of ["/nothing/at/all", "/a%2fb/c"]) {
      expect((await ask(`/${endpoint}/v1${path}`)).status, endpoint).toBe(404);
    }
    for (const method of ["PATCH", "DELETE"]) {
      const { status } = await ask(`/${endpoint}/v1/nothing/at/all`, method);
      expect(status, endpoint).toBe(404);
    }
  }
});
