import * as v from "valibot";
import { beforeEach, expect, test } from "vitest";
import { AppError } from "#base/errors.ts";
import { signedInClient, testBackend } from "#tests/support/runner/backend.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { defineFunction, type FunctionTable } from "./function-table.ts";
import { languageOf } from "./functions.server.ts";

testDatabase();

let effects = 0;
let failures = 0;
beforeEach(() => {
  effects = 0;
});

const slow = () => new Promise((resolve) => setTimeout(resolve, 50));
const functions: FunctionTable = {
  "quote-cart": defineFunction({
    summary: "What a cart costs",
    input: v.object({
      quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)),
      note: v.optional(v.pipe(v.string(), v.maxLength(20))),
    }),
    needs: "anyone",
    mutating: false,
    run: async (caller, input, context) => ({
      status: 200,
      body: { total: input.quantity * 1000, role: caller.dbRole, language: context.language },
    }),
  }),
  "place-order": defineFunction({
    summary: "Places an order",
    input: v.object({ fail: v.optional(v.picklist(["refuse", "crash"])) }),
    needs: "user",
    mutating: true,
    run: async (caller, input) => {
      effects++;
      await slow();
      if (input.fail === "refuse")
        throw new AppError("out_of_stock", 409, { details: { line: 1 } });
      if (input.fail === "crash" && failures++ === 0) throw new Error("secret detail");
      return { status: 201, body: { number: effects, owner: caller.claims.sub } };
    },
  }),
  "join-list": defineFunction({
    summary: "Joins the mailing list",
    input: v.object({ email: v.string() }),
    needs: "anyone",
    mutating: true,
    run: async () => {
      effects++;
      return { status: 200, body: null };
    },
  }),
};
const echo = defineFunction({
  summary: "Gives back what it got",
  input: v.any(),
  needs: "anyone",
  mutating: false,
  methods: ["POST", "GET", "PUT", "PATCH", "DELETE"],
  accepts: ["json", "text", "form", "bytes"],
  run: async (_caller, input) => {
    if (typeof input === "string") return { status: 200, body: input, type: "text/plain" };
    if (input instanceof Uint8Array) {
      return { status: 200, body: input, type: "application/octet-stream" };
    }
    const file: unknown = input.file;
    const size = file instanceof File ? { name: file.name, text: await file.text() } : undefined;
    return { status: 200, body: { ...input, ...(size ? { file: size } : {}) } };
  },
});
const late = defineFunction({
  summary: "Takes its time",
  input: v.any(),
  needs: "anyone",
  mutating: false,
  timeoutMs: 30,
  run: async () => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { status: 200, body: {} };
  },
});
Object.assign(functions, { echo, late });
const backend = testBackend({ functions, messageOf: (code, language) => `${code}/${language}` });

async function callAs(email: string) {
  const client = await signedInClient(backend(), email);
  const token = (await client.auth.getSession()).data.session?.access_token ?? "";
  return (body: unknown, key?: string) =>
    backend().post("/functions/v1/place-order", body, {
      Authorization: `Bearer ${token}`,
      ...(key === undefined ? {} : { "Idempotency-Key": key }),
    });
}

test("the official client calls a function and gets its answer or its refusal", async () => {
  const client = backend().client();
  const good = await client.functions.invoke("quote-cart", {
    body: { quantity: 3 },
    headers: { "Accept-Language": "fr, en;q=0.8, id;q=0.5" },
  });
  expect(good.error).toBeNull();
  expect(good.data).toEqual({ total: 3000, role: "anon", language: "en" });
  const bad = await client.functions.invoke("quote-cart", { body: { quantity: 0 } });
  expect(bad.error.context.status).toBe(400);
  expect(await bad.error.context.json()).toMatchObject({
    error: {
      code: "invalid_input",
      message: "invalid_input/id",
      details: { problems: [{ path: "quantity", type: "min_value" }] },
    },
  });
});

test("all problems of a short body are named, and the first one of a long body", async () => {
  const problemsOf = async (note: string) => {
    const answer = await backend().post("/functions/v1/quote-cart", { note, quantity: 0 });
    expect(answer.status).toBe(400);
    return (await answer.json()).error.details.problems;
  };
  expect(await problemsOf("x".repeat(21))).toHaveLength(2);
  expect(await problemsOf("x".repeat(20_000))).toHaveLength(1);
});

test("a function can accept other methods and bodies than JSON", async () => {
  const { functions: client } = backend().client();
  const call = async (options: Parameters<typeof client.invoke>[1]) =>
    (await client.invoke("echo", options)).data as unknown;
  expect(await call({ body: "halo" })).toBe("halo");
  expect(await call({ body: { a: 1 } })).toEqual({ a: 1 });
  const blob = (await call({ body: new Blob([new Uint8Array([1, 2, 250])]) })) as Blob;
  expect([...new Uint8Array(await blob.arrayBuffer())]).toEqual([1, 2, 250]);
  const form = new FormData();
  form.set("name", "Ayu");
  form.set("file", new File(["isi"], "catatan.txt"));
  expect(await call({ body: form })).toEqual({
    name: "Ayu",
    file: { name: "catatan.txt", text: "isi" },
  });
  for (const method of ["GET", "DELETE"] as const) expect(await call({ method })).toEqual({});
  for (const method of ["PUT", "PATCH"] as const) {
    expect(await call({ method, body: { b: 2 } })).toEqual({ b: 2 });
  }
  const query = await fetch(`${backend().url}/functions/v1/echo?kota=Bandung`, {
    headers: { apikey: backend().keys.publishable },
  });
  expect(await query.json()).toEqual({ kota: "Bandung" });
});

test("a method or a body that a function does not accept is refused; a slow function times out", async () => {
  const { functions: client } = backend().client();
  const wrong = await client.invoke("quote-cart", { method: "GET" });
  expect(wrong.response?.status).toBe(405);
  expect(wrong.response?.headers.get("allow")).toBe("POST");
  const text = await client.invoke("quote-cart", { body: "halo" });
  expect(text.response?.status).toBe(415);
  const broken = await fetch(`${backend().url}/functions/v1/echo`, {
    method: "POST",
    headers: {
      apikey: backend().keys.publishable,
      "Content-Type": "multipart/form-data; boundary=x",
    },
    body: "nothing of the kind",
  });
  expect(broken.status).toBe(400);
  const tooLate = await client.invoke("late");
  expect(tooLate.response?.status).toBe(504);
  expect(await tooLate.response?.json()).toMatchObject({ error: { code: "function_timeout" } });
});

test("an unknown function, a missing key and a missing person are refused", async () => {
  const unknown = await backend().post("/functions/v1/nothing", {});
  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toEqual({
    code: "NOT_FOUND",
    message: "Requested function was not found",
  });
  expect((await backend().post("/functions/v1/constructor", {})).status).toBe(404);
  expect((await backend().post("/functions/v1/place-order", {})).status).toBe(401);
  expect((await backend().post("/functions/v1/quote-cart", {}, { apikey: "" })).status).toBe(401);
  const forged = await backend().post(
    "/functions/v1/quote-cart",
    {},
    { Authorization: "Bearer a.b.c" },
  );
  expect(forged.status).toBe(401);
  expect((await forged.json()).error.code).toBe("bad_jwt");
  const inBody = await backend().post("/functions/v1/place-order?user_id=1", {
    user_id: "1",
    role: "x",
  });
  expect(inBody.status).toBe(401);
});

test("fifty posts with one key act once and get the same answer", async () => {
  const call = await callAs("ayu@shop.test");
  const answers = await Promise.all(Array.from({ length: 50 }, () => call({}, "order-1")));
  expect(effects).toBe(1);
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
  const bodies = await Promise.all(answers.map((answer) => answer.text()));
  expect(new Set(bodies).size).toBe(1);
  const replayed = answers.filter(
    (answer) => answer.headers.get("idempotency-replayed") === "true",
  );
  expect(replayed).toHaveLength(49);
});

test("many different keys at once do not wait for each other", async () => {
  const call = await callAs("wayan@shop.test");
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => call({}, `key-${i}`)));
  expect(answers.every((answer) => answer.status === 201)).toBe(true);
  expect(effects).toBe(40);
});

test("a key with another body is refused, keys are per person, a refusal is stored", async () => {
  const call = await callAs("budi@shop.test");
  const refused = await call({ fail: "refuse" }, "k");
  expect(refused.status).toBe(409);
  expect(await refused.json()).toEqual({
    error: { code: "out_of_stock", message: "out_of_stock/id", details: { line: 1 } },
  });
  const again = await call({ fail: "refuse" }, "k");
  expect(again.status).toBe(409);
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect(effects).toBe(1);
  const other = await call({}, "k");
  expect(other.status).toBe(422);
  expect((await other.json()).error.code).toBe("idempotency_key_reused");
  const neighbour = await callAs("cici@shop.test");
  expect((await neighbour({}, "k")).status).toBe(201);
});

test("a crash is not stored and its answer has no details", async () => {
  const call = await callAs("dodi@shop.test");
  const crashed = await call({ fail: "crash" }, "k");
  expect(crashed.status).toBe(500);
  expect(await crashed.json()).toEqual({ error: { code: "unexpected", message: "unexpected/id" } });
  expect(crashed.headers.get("x-request-id")).toBeTruthy();
  expect((await call({ fail: "crash" }, "k")).status).toBe(201);
});

test("a key claimed by a crashed process is free again after a minute", async () => {
  const call = await callAs("eka@shop.test");
  await call({}, "k");
  await asSeed()`
    update private.idempotency_keys
    set status = null, answer = null, created_at = now() - interval '61 seconds'
    where key = 'k'`;
  expect((await call({}, "k")).status).toBe(201);
  expect(effects).toBe(2);
  await asSeed()`update private.idempotency_keys set created_at = now() - interval '25 hours'`;
  expect((await call({ fail: "refuse" }, "k")).status).toBe(409);
});

test("a key of invalid length and an empty key are refused", async () => {
  const call = await callAs("fitri@shop.test");
  expect((await call({}, "x".repeat(256))).status).toBe(400);
  await call({});
  await call({});
  expect(effects).toBe(2);
});

test("visitors can use keys too", async () => {
  const post = () =>
    backend().post("/functions/v1/join-list", { email: "a@b.test" }, { "Idempotency-Key": "v" });
  const [first, second] = [await post(), await post()];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(effects).toBe(1);
});

test("signing out revokes the access token at once", async () => {
  const client = await signedInClient(backend(), "gita@shop.test");
  const token = (await client.auth.getSession()).data.session?.access_token ?? "";
  await client.auth.signOut();
  const answer = await backend().post(
    "/functions/v1/place-order",
    {},
    { Authorization: `Bearer ${token}` },
  );
  expect(answer.status).toBe(401);
  expect((await answer.json()).error.code).toBe("session_not_found");
});

test("a person with a second factor can call functions only with it", async () => {
  const call = await callAs("hana@shop.test");
  await asSeed()`
    insert into auth.mfa_factors (user_id, factor_type, status)
    select id, 'totp', 'verified' from auth.users where email = 'hana@shop.test'`;
  const answer = await call({});
  expect([answer.status, (await answer.json()).error.code]).toEqual([403, "insufficient_aal"]);
});

test.each(["/functions/v1", "/functions/v1/"])(
  "GET %s lists the functions with their inputs",
  async (path) => {
    const answer = await fetch(`${backend().url}${path}`);
    const { functions } = (await answer.json()) as { functions: { name: string }[] };
    expect(functions.map(({ name }) => name)).toEqual([
      "echo",
      "join-list",
      "late",
      "place-order",
      "quote-cart",
    ]);
    expect(functions.at(-1)).toMatchObject({
      methods: ["POST"],
      needs: "anyone",
      idempotent: false,
      input: { type: "object", required: ["quantity"] },
    });
  },
);

test("the description follows the table", async () => {
  const answer = await fetch(`${backend().url}/functions/v1/openapi.json`);
  const description = await answer.json();
  expect(Object.keys(description.paths)).toEqual([
    "/quote-cart",
    "/place-order",
    "/join-list",
    "/echo",
    "/late",
  ]);
  expect(
    description.paths["/quote-cart"].post.requestBody.content["application/json"].schema,
  ).toEqual({
    type: "object",
    properties: {
      quantity: { type: "integer", minimum: 1, maximum: 99 },
      note: { type: "string", maxLength: 20 },
    },
    required: ["quantity"],
  });
});

test.each([
  [undefined, "id"],
  ["", "id"],
  ["en-GB,en;q=0.9", "en"],
  ["id-ID,id;q=0.9,en;q=0.8", "id"],
  ["fr", "id"],
  ["id;q=0.3, en;q=0.7", "en"],
  ["*", "id"],
])("the language of %j is %s", (header, language) => {
  expect(languageOf(header)).toBe(language);
});
