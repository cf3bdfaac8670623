import { randomUUID } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { actorContext, networkContext } from "#app/context.ts";
import { type Actor, visitor } from "#shop/kernel/access.ts";
import { fontHashes } from "#tests/support/builders/designs.ts";
import { testStore } from "#tests/support/builders/media.ts";
import { demoPerson, makeCustomer } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { answerShared } from "../shared-design/shared-design-action.server.ts";
import { action as upload } from "./design-assets.ts";
import { loader as showVersion } from "./design-picture.ts";
import { loader as preview } from "./design-preview.ts";
import { action as keep } from "./designs.ts";
import { loader as mockup } from "./preview-mockup.ts";
import { action as save } from "./saved-design.ts";

/*
 * Bad input at the endpoints of designs: each answer has a status below 500 and a stable code, and nothing is stored. What
 * an endpoint throws would be a 500. The limit of a body is server/middleware/limit-bodies.ts.
 */

testDatabase({ demo: true });
testStore();
const buyer = demoPerson("customer@etalase.test");

interface Asked {
  readonly query?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly id?: string;
  readonly actor?: Actor;
}

/** Calls a route as the router does. */
async function ask(
  route: (args: never) => Promise<Response>,
  { query = "", body, id = randomUUID(), actor = visitor }: Asked,
): Promise<{ status: number; code: unknown; answer: unknown }> {
  const url = new URL(`http://shop.test/x?${query}`);
  const request = new Request(url, body === undefined ? {} : { method: "POST", body });
  const context = new RouterContextProvider();
  context.set(actorContext, actor);
  context.set(networkContext, randomUUID());
  const response = await route({ request, url, context, params: { id } } as never);
  const text = await response.text();
  if (!text.startsWith("{")) return { status: response.status, code: null, answer: text };
  const answer = JSON.parse(text) as { error?: { code: string }; problems?: { code: string }[] };
  return {
    status: response.status,
    code: answer.error?.code ?? answer.problems?.[0]?.code ?? null,
    answer,
  };
}

const stored = async () =>
  (
    await asSeed()`
      select (select count(*)::int from design_versions) as versions, (select count(*)::int from designs) as designs,
        (select count(*)::int from design_assets) as assets, (select count(*)::int from storage.objects) as files,
        (select md5(string_agg(document::text, '|' order by id)) from designs) as documents`
  )[0];

async function demo(slug: string) {
  const [row] = await asSeed()<
    { product_id: string; variant_id: string; template_id: string; document: object }[]
  >`
    select p.id as product_id, v.id as variant_id, t.id as template_id, t.document
    from products p join product_variants v on v.product_id = p.id join design_templates t on t.product_id = p.id
    where p.slug = ${slug} order by v.position, t.position limit 1`;
  if (!row) throw new Error(`the demo shop has no ${slug}`);
  return row;
}

const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
/** A document with other layers in each area. */
const withLayers = (document: object, layers: readonly object[]) =>
  JSON.parse(JSON.stringify(document), (name, value) =>
    name === "layers" && Array.isArray(value) ? layers : value,
  ) as object;
const withLayer = (document: object, layer: object) => withLayers(document, [layer]);

/** JSON texts in the place of a document. */
async function documents() {
  const { document } = await demo("kaos-nama-tim");
  const font = Object.keys((document as { fonts: object }).fonts)[0];
  const words = { id: "a", kind: "text", text: "Rani", font, size: 9, colour: "#000000" };
  const placed = { ...words, x: 60, y: 60, w: 60, h: 30 };
  const layer = (more: object) => JSON.stringify(withLayer(document, { ...placed, ...more }));
  const picture = { id: "i", kind: "image", asset: "b".repeat(64), x: 9, y: 9, w: 9, h: 9 };
  return [
    ...["null", "1e400", "[]", '"text"', "{}", deep(500), "[".repeat(500) + "]".repeat(500)],
    '{"v":2,"__proto__":{"spec":1}}',
    '{"v":2,"constructor":{"prototype":{"x":1}}}',
    JSON.stringify({ ...document, v: 1e308 }),
    JSON.stringify({ ...document, evil: "x".repeat(300_000) }),
    JSON.stringify({ ...document, spec: randomUUID() }),
    JSON.stringify({ ...document, spec: "'; drop table designs" }),
    JSON.stringify(withLayer(document, picture)),
    JSON.stringify({
      ...withLayer(document, picture),
      assets: { [picture.asset]: { w: 9, h: 9 } },
    }),
    layer({ name: "a\0b" }),
    layer({ name: "\ud800" }),
    layer({ text: "a\0b", hidden: true }),
    layer({ x: 1e308 }),
    layer({ x: null }),
    layer({ w: 0 }),
    layer({ font: "__proto__" }),
    layer({ field: "__proto__" }),
    layer({ kind: "__proto__" }),
    layer({ onload: "alert(1)" }),
  ];
}

const codes = {
  keep: /^(invalid_input|document_refused|design_outdated|picture_not_found|design_blocked)$/,
  save: /^(invalid_input|document_refused|design_not_found|picture_not_found)$/,
};

test("no bad document is kept or saved, each is refused by a code", async () => {
  const { variant_id, product_id } = await demo("kaos-nama-tim");
  const before = await stored();
  const raw = ["", "{", "\0", '{"id":"\\ud800"}', "[[[[]]]]", deep(5_000)];
  const kept = (await documents()).map(
    (text) => `{"id":"${randomUUID()}","variant_id":"${variant_id}","document":${text}}`,
  );
  for (const body of [...raw, ...kept]) {
    const { status, code } = await ask(keep, { body });
    expect([body.slice(0, 400), status >= 400 && status < 500]).toEqual([body.slice(0, 400), true]);
    expect(code).toMatch(codes.keep);
  }
  const saved = (await documents()).map(
    (text) => `{"product_id":"${product_id}","name":"Kaos","rev":0,"document":${text}}`,
  );
  const heads = ['"rev":-1', '"rev":1e308', '"rev":0.5', '"name":"a\\u0000b"', '"name":""'];
  const drafts = heads.map((head) => `{"product_id":"${product_id}","document":{},${head}}`);
  for (const body of [...raw, ...saved, ...drafts]) {
    const { status, code } = await ask(save, { body, actor: buyer });
    expect([body.slice(0, 400), status >= 400 && status < 500]).toEqual([body.slice(0, 400), true]);
    expect(code).toMatch(codes.save);
  }
  // A guest's is refused as well.
  const guests = await ask(save, { body: saved[0] ?? "" });
  expect(guests.status).toBe(422);
  expect(guests.code).toMatch(codes.save);
  expect(await stored()).toEqual(before);
});

test("small requests that take long to draw are refused with a code", async () => {
  const { variant_id, product_id, document } = await demo("mug-nama-anda");
  const font = Object.keys((document as { fonts: object }).fonts)[0];
  const hundred = (more: object) =>
    Array.from({ length: 100 }, (_, at) => ({
      id: `t${at}`,
      kind: "text",
      font,
      size: 9,
      colour: "#000000",
      text: "a",
      x: 60,
      y: 60,
      w: 60,
      h: 30,
      ...more,
    }));
  // An area of the mug allows 40 layers.
  const many = withLayers(document, hundred({ text: "a".repeat(500) }));
  const letters = withLayers(document, hundred({ text: "a".repeat(500) }).slice(0, 5));
  const defaults = withLayers(
    document,
    hundred({ hidden: true, name: "a".repeat(60) }).slice(0, 29),
  );
  const before = await stored();
  for (const [drawn, kept, saved] of [
    [many, "design_blocked", "design_too_large"],
    [letters, "design_blocked", "design_too_large"],
  ] as const) {
    const body = JSON.stringify({ id: randomUUID(), variant_id, document: drawn });
    expect(await ask(keep, { body })).toMatchObject({ status: 422, code: kept });
    const draft = JSON.stringify({ product_id, name: "Mug", rev: 0, document: drawn });
    expect(await ask(save, { body: draft, actor: buyer })).toMatchObject({
      status: 422,
      code: saved,
    });
  }
  expect(await stored()).toEqual(before);
  const draft = JSON.stringify({ product_id, name: "Mug", rev: 0, document: defaults });
  expect(await ask(save, { body: draft, actor: buyer })).toMatchObject({ status: 200 });
});

test("a draft too large for the database is refused with a code", async () => {
  const { product_id, document } = await demo("mug-nama-anda");
  const [font = ""] = Object.keys((document as { fonts: object }).fonts);
  const words = { kind: "text", font, size: 9, colour: "#000000", x: 60, y: 60, w: 60, h: 30 };
  const layers = (count: number, more: object) =>
    Array.from({ length: count }, (_, at) => ({ id: `t${at}`, ...words, ...more }));
  const longDrawing = withLayers(
    { ...document, fonts: { caveat: fontHashes["caveat-700"] } },
    layers(40, { font: "caveat", text: "abcdefghij".repeat(5) }),
  );
  // The stored document also has the defaults that the request omits.
  const sides = Array.from({ length: 6 }, (_, side) => ({
    id: `unknown-${side}`,
    areas: [
      {
        id: "unknown",
        layers: layers(100, { text: "", name: "a".repeat(60) }).map((layer) => ({
          ...layer,
          id: `${layer.id}-${side}`,
        })),
      },
    ],
  }));
  const before = await stored();
  for (const drawn of [longDrawing, { ...document, fields: [], sides }]) {
    const body = JSON.stringify({ product_id, name: "Mug", rev: 0, document: drawn });
    expect(await ask(save, { body, actor: buyer })).toMatchObject({
      status: 422,
      code: "design_too_large",
    });
  }
  expect(await stored()).toEqual(before);
});

test("what another has is not found: designs, pictures, versions", async () => {
  const { product_id, document } = await demo("kaos-nama-tim");
  const { person: owner } = await makeCustomer("pemilik");
  const id = randomUUID();
  const body = JSON.stringify({ product_id, name: "Kaos", rev: 0, document });
  expect(await ask(save, { body, id, actor: owner })).toMatchObject({ status: 200 });
  const before = await stored();
  for (const rev of [0, 1]) {
    const theirs = JSON.stringify({ product_id, name: "Curi", rev, document });
    const answer = await ask(save, { body: theirs, id, actor: buyer });
    expect([answer.status, answer.code]).toEqual([404, "design_not_found"]);
  }
  expect(await stored()).toEqual(before);
  for (const variant of ["", "%00", "x", "%F0%9F%98%80", randomUUID()]) {
    const shown = await ask(showVersion, { id: randomUUID(), query: `variant=${variant}` });
    expect(shown.status).toBe(404);
  }
});

test("a version's picture of a piece that is none is no error", async () => {
  const { variant_id, template_id } = await demo("mug-nama-anda");
  const id = randomUUID();
  const body = JSON.stringify({ id, variant_id, template_id, values: { name: "Rani" } });
  expect(await ask(keep, { body })).toMatchObject({ status: 200 });
  expect((await ask(showVersion, { id })).status).toBe(200);
  for (const variant of ["%00", "%ff", "x".repeat(3_000)])
    expect((await ask(showVersion, { id, query: `variant=${variant}` })).status).toBe(404);
});

test("previews of bad values are refused by a code, and hostile names are no fields", async () => {
  const { variant_id, template_id } = await demo("mug-nama-anda");
  const before = await stored();
  const of = (rest: string) => `variant=${variant_id}&template=${template_id}&${rest}`;
  const refused: readonly (readonly [query: string, code: string])[] = [
    ["variant=x&template=y", "invalid_input"],
    [`variant=%00&template=${template_id}`, "invalid_input"],
    [of(`f.name=${"a".repeat(501)}`), "invalid_input"],
    [of(`f.${"a".repeat(41)}=x`), "invalid_input"],
    [of("f.name=%00"), "control_character"],
    [of("f.name=%E2%80%AEinar"), "direction_override"],
    [of("f.name=%F0%9F%87%AE%F0%9F%87%A9"), "emoji_missing"],
    [of(`f.name=Z${"%CC%81".repeat(9)}`), "too_many_marks"],
    [of(`f.name=${"a".repeat(500)}`), "field_too_long"],
    [of("f.__proto__=Rani"), "field_missing"],
    [of("f.constructor=Rani&f.toString=x"), "field_missing"],
    [`variant=${variant_id}&template=${randomUUID()}&f.name=Rani`, "not_found"],
  ];
  for (const [query, code] of refused) {
    const flat = await ask(preview, { query });
    expect([query, flat.code]).toEqual([query, code]);
    const worn = await ask(mockup, { query });
    for (const { status } of [flat, worn])
      expect([query, status >= 400 && status < 500]).toEqual([query, true]);
    expect(typeof worn.code).toBe("string");
  }
  for (const pieces of ["0", "-1", "1e9", "NaN", "Infinity", "1.5", "%00"])
    expect(await ask(preview, { query: of(`f.name=Rani&pieces=${pieces}`) })).toMatchObject({
      code: "invalid_input",
    });
  const fine = await ask(preview, { query: of("f.name=Rani&pieces=2&file=../../x") });
  expect(fine.status).toBe(200);
  for (const file of ["..%2f", ".1e9.webp", "%00", ".-1."])
    expect((await ask(mockup, { query: of(`f.name=Rani&file=${file}`) })).status).toBe(404);
  const body = `{"id":"${randomUUID()}","variant_id":"${variant_id}","template_id":"${template_id}","values":{"__proto__":"x","name":"a\\u0000"}}`;
  expect((await ask(keep, { body })).status).toBe(422);
  expect(await stored()).toEqual(before);
});

test("uploads that are none are refused by a code, whatever they are called", async () => {
  const before = await stored();
  for (const name of ["%00", "..%2F..%2Fetc%2Fpasswd", "%F0%9F%98%80".repeat(400), ""]) {
    const body = new Uint8Array(Buffer.from('{"v":2}'));
    expect(await ask(upload, { body, query: `name=${name}` })).toMatchObject({
      status: 422,
      code: "picture_wrong_type",
    });
  }
  expect(await ask(upload, {})).toMatchObject({ status: 422, code: "picture_empty" });
  const long = new Uint8Array(26 * 1024 * 1024);
  expect(await ask(upload, { body: long })).toMatchObject({ status: 413 });
  expect(await stored()).toEqual(before);
});

test("forms of a shared design that are none are refused by a code", async () => {
  const before = await stored();
  const token = "A".repeat(22);
  const long = "a".repeat(5_000);
  const forms: readonly [Record<string, string>, string][] = [
    [{}, "invalid_input"],
    [{ intent: "copy" }, "invalid_input"],
    [{ intent: "copy", key: "' or 1=1" }, "invalid_input"],
    [{ intent: "copy", key: randomUUID() }, "design_not_found"],
    [{ intent: "report", key: randomUUID() }, "reason_missing"],
    [{ intent: "report", key: randomUUID(), reason: "quality", note: "" }, "reason_missing"],
    [{ intent: "report", key: randomUUID(), reason: "other", note: long }, "note_too_long"],
    [{ intent: "report", key: randomUUID(), reason: "other", note: "a\0b" }, "note_invalid"],
    [{ intent: "report", key: "x", reason: "other", note: "" }, "invalid_input"],
    [{ intent: "report", key: randomUUID(), reason: "other", note: "" }, "design_not_found"],
    [{ intent: "__proto__" }, "invalid_input"],
  ];
  for (const [fields, problem] of forms) {
    const url = new URL("http://shop.test/Design/x");
    const body = new URLSearchParams(fields);
    const context = new RouterContextProvider();
    context.set(actorContext, visitor);
    context.set(networkContext, randomUUID());
    const request = new Request(url, { method: "POST", body });
    const answer = (await answerShared(token, { request, url, context })) as {
      data: { problem?: string };
      init: { status: number };
    };
    expect([fields, answer.data.problem]).toEqual([fields, problem]);
    expect([404, 422]).toContain(answer.init.status);
  }
  expect(await stored()).toEqual(before);
});
