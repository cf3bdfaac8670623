import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import * as v from "valibot";
import { afterAll, beforeAll, expect } from "vitest";
import { attachRealtime } from "#backend/backend.server.ts";
import { defineFunction } from "#backend/functions/function-table.ts";
import { type TestBackend, testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { type Drives, driveAll, inside, local } from "./every-method.ts";

/* Every public method of `storage`, `functions` and `channel`: it works, and reports errors. */

testDatabase();
let ready: Promise<void> | undefined;
const greet = defineFunction({
  summary: "Greets",
  input: v.any(),
  needs: "anyone",
  mutating: false,
  run: async () => ({ status: 200, body: { hello: "world" } }),
});
const backend = testBackend({ functions: { greet } }, (running: TestBackend) => {
  const realtime = attachRealtime(running.server, {
    keys: running.keys,
    publicUrl: running.url,
    allowPublicChannels: true,
  });
  ready = realtime.ready;
  return realtime.close;
});

let count = 0;
const visitor = () => backend().client();
const shop = () => createClient(backend().url, backend().keys.secret);
let listening: SupabaseClient;
beforeAll(async () => {
  await ready;
  listening = visitor();
  await shop().storage.createBucket("semua", { public: true });
  await shop().storage.from("semua").upload("a", "x");
});
afterAll(() => listening.realtime.disconnect());

const buckets: Drives = {
  listBuckets: { ok: () => shop().storage.listBuckets(), fails: () => keyless().listBuckets() },
  getBucket: {
    ok: () => shop().storage.getBucket("semua"),
    fails: () => shop().storage.getBucket("tidak-ada"),
  },
  createBucket: {
    ok: () => shop().storage.createBucket(`baru${++count}`),
    fails: () => shop().storage.createBucket("semua"),
  },
  updateBucket: {
    ok: () => shop().storage.updateBucket("semua", { public: true }),
    fails: () => shop().storage.updateBucket("tidak-ada", { public: true }),
  },
  emptyBucket: {
    ok: async () => shop().storage.emptyBucket(await newBucket()),
    fails: () => shop().storage.emptyBucket("tidak-ada"),
  },
  deleteBucket: {
    ok: async () => shop().storage.deleteBucket(await newBucket()),
    fails: () => shop().storage.deleteBucket("semua"),
  },
  getBucketLifecycle: { refused: () => shop().storage.getBucketLifecycle("semua") },
  updateBucketLifecycle: {
    refused: () => shop().storage.updateBucketLifecycle("semua", [] as never),
  },
  deleteBucketLifecycle: { refused: () => shop().storage.deleteBucketLifecycle("semua") },
  purgeBucketCache: { refused: () => shop().storage.purgeBucketCache("semua") },
  from: local(() => shop().storage.from("semua")),
  throwOnError: local(() => shop().storage.throwOnError()),
  setHeader: local(() => shop().storage.setHeader("x-client-info", "uji")),
  fetch: inside,
  bucketLifecycleUrl: inside,
  listBucketOptionsToQueryString: inside,
  handleOperation: inside,
};
const keyless = () => createClient(backend().url, "tidak-ada").storage;
async function newBucket() {
  const name = `ember${++count}`;
  await shop().storage.createBucket(name);
  return name;
}

const bucket = () => shop().storage.from("semua");
const name = () => `berkas${++count}`;
const files: Drives = {
  upload: { ok: () => bucket().upload(name(), "x"), fails: () => bucket().upload("a", "x") },
  update: { ok: () => bucket().update("a", "y"), fails: () => bucket().update("a~b", "y") },
  createSignedUploadUrl: {
    ok: () => bucket().createSignedUploadUrl(name()),
    fails: () => bucket().createSignedUploadUrl("a"),
  },
  uploadToSignedUrl: {
    ok: async () => {
      const { data } = await bucket().createSignedUploadUrl(name());
      return visitor()
        .storage.from("semua")
        .uploadToSignedUrl(data?.path ?? "", data?.token ?? "", "x");
    },
    fails: () => bucket().uploadToSignedUrl(name(), "a.b.c", "x"),
  },
  move: {
    ok: async () => {
      const from = name();
      await bucket().upload(from, "x");
      return bucket().move(from, name());
    },
    fails: () => bucket().move("tidak-ada", name()),
  },
  copy: { ok: () => bucket().copy("a", name()), fails: () => bucket().copy("tidak-ada", name()) },
  createSignedUrl: {
    ok: () => bucket().createSignedUrl("a", 60),
    fails: () => bucket().createSignedUrl("tidak-ada", 60),
  },
  createSignedUrls: {
    ok: () => bucket().createSignedUrls(["a"], 60),
    fails: () => bucket().createSignedUrls(["a"], -1),
  },
  download: { ok: () => bucket().download("a"), fails: () => bucket().download("tidak-ada") },
  info: { ok: () => bucket().info("a"), fails: () => bucket().info("tidak-ada") },
  exists: {
    ok: () => bucket().exists("a"),
    fails: () => bucket().throwOnError().exists("tidak-ada"),
  },
  getPublicUrl: local(() => bucket().getPublicUrl("a")),
  remove: { ok: () => bucket().remove([name()]), fails: () => bucket().remove([]) },
  list: { ok: () => bucket().list(), fails: () => bucket().list("", { limit: -1 }) },
  listV2: { ok: () => bucket().listV2(), fails: () => bucket().listV2({ limit: -1 }) },
  purgeCache: { refused: () => bucket().purgeCache("a") },
  throwOnError: local(() => bucket().throwOnError()),
  setHeader: local(() => bucket().setHeader("x-client-info", "uji")),
  fetch: inside,
  uploadOrUpdate: inside,
  prepareUploadFormData: inside,
  encodeMetadata: inside,
  toBase64: inside,
  applyTransformOptsToQuery: inside,
  handleOperation: inside,
};

const functions: Drives = {
  invoke: {
    ok: () => visitor().functions.invoke("greet", { body: {} }),
    fails: () => visitor().functions.invoke("tidak-ada"),
  },
  setAuth: local(() => visitor().functions.setAuth(backend().keys.publishable)),
  fetch: inside,
};

async function joined(config: object = {}) {
  const channel = listening.channel(`ruang${++count}`, { config });
  await new Promise((resolve) => channel.subscribe(resolve));
  return channel;
}
const wrong = async (answer: unknown) => ({
  error: (await answer) === "ok" ? null : { message: String(await answer) },
});
const channel: Drives = {
  subscribe: {
    ok: async () => expectJoined(await joined()),
    fails: async () => {
      const closed = listening.channel("tertutup", { config: { private: true } });
      return new Promise((resolve) => closed.subscribe((_status, error) => resolve({ error })));
    },
  },
  send: {
    ok: async () =>
      wrong(
        (await joined({ broadcast: { ack: true } })).send({
          type: "broadcast",
          event: "x",
          payload: {},
        }),
      ),
    fails: async () =>
      wrong(
        listening
          .channel("tertutup", { config: { private: true } })
          .send({ type: "broadcast", event: "x", payload: {} }),
      ),
  },
  httpSend: {
    ok: async () => expectSent(await shop().channel("x").httpSend("x", { a: 1 })),
    fails: () => listening.channel("tertutup", { config: { private: true } }).httpSend("x", {}),
  },
  track: {
    ok: async () => wrong((await joined({ presence: { enabled: true } })).track({ a: 1 })),
    fails: async () => wrong((await joined()).track({ long: "x".repeat(70_000) })),
  },
  untrack: { ok: async () => wrong((await joined()).untrack()), cannotFail: "nothing is nothing" },
  presenceState: local(async () => (await joined()).presenceState()),
  unsubscribe: {
    ok: async () => wrong((await joined()).unsubscribe()),
    cannotFail: "leaves anyhow",
  },
  on: local(async () => listening.channel("x").on("broadcast", { event: "*" }, () => undefined)),
  updateJoinPayload: inside,
  teardown: inside,
  copyBindings: inside,
};
function expectJoined(of: { state: string }): void {
  expect(of.state).toBe("joined");
}
function expectSent(answer: { success: boolean }): void {
  expect(answer.success).toBe(true);
}

driveAll([
  ["storage", buckets, () => shop().storage],
  ["storage.from()", files, bucket],
  ["functions", functions, () => visitor().functions],
  ["channel()", channel, () => listening.channel("x")],
]);
