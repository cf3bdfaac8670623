import { randomUUID } from "node:crypto";
import fc from "fast-check";
import * as v from "valibot";
import { beforeAll, expect, test } from "vitest";
import { purgeStorage } from "#backend/storage/objects/purge-storage.server.ts";
import { removeBytes } from "#backend/storage/objects/remove-bytes.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { StoreFull } from "#integrations/storage/object-store.ts";
import { provideStore } from "#integrations/storage/shop-store.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import {
  orderOf,
  photograph,
  productWithoutPictures,
  testStore,
  waitingUpload,
} from "#tests/support/builders/media.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { addPicture, takeSchema } from "./add-picture.server.ts";
import { editPicture, editSchema, placePicture } from "./edit-picture.server.ts";
import { uploadBucket, uploadPath } from "./media.ts";
import { placeOfDropped } from "./pictures.server.ts";
import { prepareMedia } from "./prepare-media.server.ts";
import { purgeMedia } from "./purge-media.server.ts";
import { findProductPictures } from "./read-pictures.server.ts";
import { removePicture, restorePicture } from "./remove-picture.server.ts";
import { findUpload } from "./upload-file.server.ts";

const database = testDatabase({ demo: true });
const store = testStore();
const admin = demoPerson("admin@etalase.test");
const sales = demoPerson("staff@etalase.test");
const customer = demoPerson("customer@etalase.test");
let small: readonly Buffer[] = [];

beforeAll(async () => {
  small = await Promise.all(
    Array.from({ length: 8 }, (_, n) => photograph({ r: n * 30, g: 80, b: 120 }, [30, 30])),
  );
});

/** A picture like another, and yet another file. */
const unique = () => Buffer.concat([small[7] ?? Buffer.of(), Buffer.from(randomUUID())]);
const add = (
  productId: string,
  uploadId: string,
  dropped: readonly string[] = [uploadId],
  actor = admin,
) => addPicture(actor, productId, { uploadId, name: "foto.jpg", dropped: [...dropped] });

async function productWith(count: number): Promise<{ id: string; slug: string; ids: string[] }> {
  const product = await productWithoutPictures();
  const ids: string[] = [];
  for (const bytes of small.slice(0, count)) ids.push(await waitingUpload(admin, bytes));
  for (const id of ids) await add(product.id, id, ids);
  return { ...product, ids };
}

const keys = async () => {
  const found: string[] = [];
  for await (const { key } of store().list()) found.push(key);
  return found.sort();
};
const pictureRow = async (id: string) => {
  const [row] = await asSeed()`select to_jsonb(i) as row from product_images i where id = ${id}`;
  return row?.row as Record<string, unknown> | undefined;
};
const edit = {
  alt: { id: "Dari depan", en: "From the front" },
  is_decorative: false,
  focal_x: 30,
  focal_y: 80,
};

test("a picture moves to a place and the others keep their order", async () => {
  const { id, ids } = await productWith(5);
  const [a, b, c, d, e] = ids as [string, string, string, string, string];
  expect((await placePicture(admin, id, d, 1)).ok).toBe(true);
  expect(await orderOf(id)).toEqual([a, d, b, c, e]);
  await placePicture(admin, id, a, 99);
  expect(await orderOf(id)).toEqual([d, b, c, e, a]);
  await placePicture(admin, id, a, 99);
  expect(await orderOf(id)).toEqual([d, b, c, e, a]);
  expect(await placePicture(admin, id, randomUUID(), 0)).toEqual({
    ok: false,
    problem: "picture_missing",
  });
  expect(await placePicture(admin, randomUUID(), a, 0)).toEqual({
    ok: false,
    problem: "product_missing",
  });
});

test("people who reorder, add and remove at once lose no picture", async () => {
  const step = fc.record({
    at: fc.nat(6),
    place: fc.nat(9),
    how: fc.constantFrom("move", "move", "move", "remove", "restore", "add"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), async (steps) => {
      const { id, ids } = await productWith(6);
      const added: string[] = [];
      const uploads = await Promise.all(
        steps.map(({ how }) => (how === "add" ? waitingUpload(admin, unique()) : undefined)),
      );
      const answers = await Promise.all(
        steps.map(async ({ at, place, how }, index) => {
          const picture = ids[at % ids.length] ?? "";
          if (how === "move") return placePicture(admin, id, picture, place);
          if (how === "remove") return removePicture(admin, id, picture);
          if (how === "restore") return restorePicture(admin, id, picture);
          added.push(uploads[index] ?? "");
          return add(id, uploads[index] ?? "");
        }),
      );
      // Somebody else may have removed the picture; nothing else goes wrong.
      for (const answer of answers) if (!answer.ok) expect(answer.problem).toBe("picture_missing");
      const removed = await asSeed()<{ id: string }[]>`
        select id from private.removed_pictures where id = any(${ids})`;
      const order = await orderOf(id);
      expect([...order, ...removed.map((row) => row.id)].sort()).toEqual([...ids, ...added].sort());
    }),
    { numRuns: 12 },
  );
});

test("a drop stands together and in its order, whoever comes first", () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
      fc.nat(3),
      (arrival, before) => {
        const dropped = ["a", "b", "c", "d", "e", "f"];
        let present = Array.from({ length: before }, (_, n) => `old ${n}`);
        const old = [...present];
        for (const index of arrival) {
          const id = dropped[index] ?? "";
          present = present.toSpliced(placeOfDropped(present, id, dropped), 0, id);
        }
        expect(present).toEqual([...old, ...dropped]);
      },
    ),
  );
});

test("texts, focal point and variants are saved, and the same save again changes nothing", async () => {
  const sql = asSeed();
  const { id, ids } = await productWith(1);
  const picture = ids[0] ?? "";
  const variants = await sql<{ id: string }[]>`
    insert into product_variants (product_id, sku, position, options, price, weight_grams) values
      (${id}, ${randomUUID()}, 0, '{"colour": "merah", "size": "s"}', 1, 1), (${id}, ${randomUUID()}, 1, '{"colour": "merah", "size": "m"}', 1, 1),
      (${id}, ${randomUUID()}, 2, '{"colour": "biru", "size": "s"}', 1, 1) returning id`;
  const save = () => editPicture(admin, picture, { version: 1, ...edit }, { colour: ["merah"] });
  expect((await save()).ok).toBe(true);
  expect((await save()).ok).toBe(true);
  expect(await pictureRow(picture)).toMatchObject({
    ...edit,
    version: 2,
    variant_ids: variants.slice(0, 2).map((row) => row.id),
  });
  const [entries] = await sql`
    select count(*)::int as n, max(actor_id::text) as who from audit_entries
    where action = 'product_images.changed' and subject_id = ${id}`;
  expect(entries).toEqual({ n: 1, who: admin.id });
});

test("two people who describe one picture lose no word of either", async () => {
  const { ids } = await productWith(1);
  const picture = ids[0] ?? "";
  const answers = await Promise.all(
    ["satu", "dua", "tiga"].map((text) =>
      editPicture(admin, picture, { version: 1, ...edit, alt: { id: text, en: text } }, undefined),
    ),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  for (const answer of answers) if (!answer.ok) expect(answer.problem).toBe("changed_meanwhile");
  const place = answers.findIndex(({ ok }) => ok);
  expect((await pictureRow(picture))?.alt).toEqual({
    id: ["satu", "dua", "tiga"][place],
    en: ["satu", "dua", "tiga"][place],
  });
});

test("a file is shown once in a product", async () => {
  const { id, ids } = await productWith(2);
  const again = await waitingUpload(admin, small[0] ?? Buffer.of());
  const duplicate = { ok: false, problem: "picture_duplicate" };
  expect(await add(id, again)).toEqual(duplicate);
  await removePicture(admin, id, ids[0] ?? "");
  const back = await waitingUpload(admin, small[0] ?? Buffer.of());
  expect((await add(id, back)).ok).toBe(true);
  expect(await restorePicture(admin, id, ids[0] ?? "")).toEqual(duplicate);
  expect(await orderOf(id)).toEqual([ids[1], back]);
});

test("a removed picture comes back whole and to its place", async () => {
  const { id, ids } = await productWith(4);
  const picture = ids[1] ?? "";
  await editPicture(admin, picture, { version: 1, ...edit }, undefined);
  const before = await pictureRow(picture);
  for (let n = 0; n < 2; n++) expect((await removePicture(admin, id, picture)).ok).toBe(true);
  expect(await orderOf(id)).toEqual(ids.filter((other) => other !== picture));
  for (let n = 0; n < 2; n++) expect((await restorePicture(admin, id, picture)).ok).toBe(true);
  expect(await orderOf(id)).toEqual(ids);
  expect(await pictureRow(picture)).toEqual(before);
  // An upload that arrives twice does not bring back what was removed meanwhile.
  await removePicture(admin, id, picture);
  expect((await add(id, picture, ids)).ok).toBe(true);
  expect(await orderOf(id)).not.toContain(picture);
});

test.each<[string, Person]>([
  ["a member of staff without the right", sales],
  ["a customer", customer],
])("%s changes nothing", async (_, actor) => {
  const { id, ids } = await productWith(2);
  const picture = ids[0] ?? "";
  const uploadId = await waitingUpload(actor, small[0] ?? Buffer.of());
  const refused = { ok: false, problem: "not_permitted" };
  expect(await add(id, uploadId, [uploadId], actor)).toEqual(refused);
  expect(await placePicture(actor, id, picture, 1)).toEqual(refused);
  expect(await editPicture(actor, picture, { version: 1, ...edit }, undefined)).toEqual(refused);
  expect(await removePicture(actor, id, picture)).toEqual(refused);
  await removePicture(admin, id, picture);
  expect(await restorePicture(actor, id, picture)).toEqual(refused);
  expect(await orderOf(id)).toEqual([ids[1]]);
});

test("when the store is full nothing is kept, and the same upload succeeds later", async () => {
  const product = await productWithoutPictures();
  const id = await waitingUpload(admin, await photograph({ r: 77, g: 7, b: 7 }, [31, 30]));
  const before = await keys();
  const real = store();
  let left = 5;
  provideStore({
    ...real,
    put: (key, bytes) =>
      left-- > 0 ? real.put(key, bytes) : Promise.reject(new StoreFull("test")),
  });
  await expect(add(product.id, id)).rejects.toBeInstanceOf(StoreFull);
  provideStore(real);
  expect(await keys()).toEqual(before);
  expect((await add(product.id, id)).ok).toBe(true);
  expect(await orderOf(product.id)).toEqual([id]);
});

test("when the rows cannot be written the files go, and the same upload succeeds later", async () => {
  const product = await productWithoutPictures();
  const id = await waitingUpload(admin, await photograph({ r: 7, g: 77, b: 7 }, [31, 30]));
  const before = await keys();
  const owner = openPostgres(database.url(), { max: 1 });
  await owner.unsafe(
    "alter table product_images add constraint refuses_all check (false) not valid",
  );
  await expect(add(product.id, id)).rejects.toThrow("refuses_all");
  await owner.unsafe("alter table product_images drop constraint refuses_all");
  await owner.end();
  expect(await keys()).toEqual(before);
  const rows =
    await asSeed()`select from media where width = 31 and original_name = 'foto.jpg' and colour like '#07%'`;
  expect(rows).toHaveLength(0);
  expect((await add(product.id, id)).ok).toBe(true);
});

test("files of a process that died before it wrote their rows are purged, and no others", async () => {
  const product = await productWithoutPictures();
  const id = await waitingUpload(admin, await photograph({ r: 7, g: 7, b: 77 }, [31, 30]));
  const upload = await findUpload(uploadPath(admin.id, id));
  const before = await keys();
  if (!upload || !(await prepareMedia(upload)).ok) throw new Error("not prepared");
  const prepared = (await keys()).filter((key) => !before.includes(key));
  expect(prepared).toHaveLength(8);
  // The upload still waits, so the person's retry succeeds.
  expect((await add(product.id, id)).ok).toBe(true);
  const all = await keys();
  const unnamed = await asSeed()<{ key: string }[]>`
    select key from private.stored_files where name not in (select version from storage.objects)`;
  const eightDaysLater = Date.now() + 8 * 24 * 60 * 60 * 1000;
  await purgeStorage(store(), eightDaysLater);
  const left = new Set(await keys());
  const gone = all.filter((key) => !left.has(key));
  expect(gone.sort()).toEqual(
    unnamed
      .map(({ key }) => key)
      .filter((key) => all.includes(key))
      .sort(),
  );
  expect(gone).toEqual(expect.arrayContaining(prepared));
  const present = new Set([...left].map((key) => key.split("/")[1]));
  const files = await asSeed()`
    select o.name from storage.objects o join product_images i on o.name like i.path || '.%'
    where i.id = ${id} and o.version = any(${[...present].flatMap((v) => v ?? [])})`;
  expect(files).toHaveLength(8);
});

test("an abandoned upload is purged after a day, and its bytes with it", async () => {
  const sql = asSeed();
  const old = await waitingUpload(admin, small[1] ?? Buffer.of());
  const young = await waitingUpload(admin, small[2] ?? Buffer.of());
  const [row] = await sql<{ version: string }[]>`
    update storage.objects set created_at = now() - interval '25 hours'
    where bucket_id = ${uploadBucket} and name = ${uploadPath(admin.id, old)} returning version`;
  expect(await purgeMedia()).toBe(1);
  expect(await findUpload(uploadPath(admin.id, old))).toBeUndefined();
  expect(await findUpload(uploadPath(admin.id, young))).toBeDefined();
  const owner = openPostgres(database.url(), { max: 1 });
  const [job] = await owner<{ payload: unknown }[]>`
    select payload from graphile_worker._private_jobs where payload::text like ${`%${row?.version}%`}`;
  await owner.end();
  await removeBytes(store(), job?.payload);
  expect((await keys()).some((key) => key.endsWith(row?.version ?? "-"))).toBe(false);
});

test("staff read the pictures in order, with the names of their files; customers do not see the names", async () => {
  const { id, ids } = await productWith(3);
  const product = await findProductPictures(admin, id);
  expect(product?.pictures.map((picture) => [picture.id, picture.original_name])).toEqual(
    ids.map((picture) => [picture, "foto.jpg"]),
  );
  const seen = await findProductPictures(customer, id);
  expect(seen?.pictures.map(({ original_name }) => original_name)).toEqual([null, null, null]);
  expect(await findProductPictures(admin, randomUUID())).toBeUndefined();
  expect(await findProductPictures(admin, "x")).toBeUndefined();
});

test("names and texts that PostgreSQL cannot store are cleaned", () => {
  const uploadId = randomUUID();
  const named = (name: string) => v.parse(takeSchema, { uploadId, name }).name;
  expect(named("foto\0\u0007 pantai.jpg")).toBe("foto pantai.jpg");
  expect(named("\0")).toBe("-");
  expect(named("x".repeat(400))).toHaveLength(255);
  const { alt } = v.parse(editSchema, {
    version: 1,
    ...edit,
    alt: { id: " Mug\0 \n putih ", en: "" },
  });
  expect(alt).toEqual({ id: "Mug putih", en: "" });
  expect(v.safeParse(editSchema, { version: 1, ...edit, focal_x: 101 }).success).toBe(false);
  expect(
    v.safeParse(editSchema, { version: 1, ...edit, alt: { id: "x".repeat(301), en: "" } }).success,
  ).toBe(false);
});

test("each change leaves exactly its entries in the audit log, with the person's name", async () => {
  const product = await productWithoutPictures();
  const [one, two] = [await waitingUpload(admin, unique()), await waitingUpload(admin, unique())];
  const written = async (change: () => Promise<{ ok: boolean }>) => {
    const before = await entriesOf(product.id);
    expect((await change()).ok).toBe(true);
    expect((await change()).ok).toBe(true);
    return (await entriesOf(product.id)).slice(before.length);
  };
  const entriesOf = async (id: string) => {
    const rows = await asSeed()<{ entry: string }[]>`
      select action || ' ' || coalesce(actor_id::text, '-') as entry from audit_entries
      where subject_kind = 'product' and subject_id = ${id} order by audit_entries.id`;
    return rows.map(({ entry }) => entry);
  };
  const by = (action: string) => `product_images.${action} ${admin.id}`;
  expect(await written(() => add(product.id, one))).toEqual([by("created")]);
  expect(await written(() => add(product.id, two))).toEqual([by("created")]);
  const swap = () => placePicture(admin, product.id, two, 0);
  expect(await written(swap)).toEqual([by("changed"), by("changed")]);
  const describe = () => editPicture(admin, one, { version: 1, ...edit }, undefined);
  expect(await written(describe)).toEqual([by("changed")]);
  const remove = () => removePicture(admin, product.id, one);
  expect(await written(remove)).toEqual([by("deleted")]);
  const restore = () => restorePicture(admin, product.id, one);
  expect(await written(restore)).toEqual([by("created")]);
});
