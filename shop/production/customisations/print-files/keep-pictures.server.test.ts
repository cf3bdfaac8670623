import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { purgeAssets } from "#shop/designs/uploads/purge-assets.server.ts";
import { takeUpload } from "#shop/designs/uploads/take-upload.server.ts";
import { findRevision } from "#shop/production/customisations/find-revision.server.ts";
import {
  approveAsOrdered,
  rejectDesign,
  takeIntoReview,
} from "#shop/production/customisations/proofs/review-design.server.ts";
import { findCustomisations } from "#shop/production/customisations/read-customisations.server.ts";
import { reorderDesign } from "#shop/production/customisations/reorder-design.server.ts";
import { reviseDesign } from "#shop/production/revisions/revise-design.server.ts";
import { orderDesign } from "#tests/support/builders/customisations.ts";
import { photograph, testStore } from "#tests/support/builders/media.ts";
import { withPicture } from "#tests/support/builders/shirt-designs.ts";
import { demoPerson, makeCustomer, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { keepPicturesLonger } from "./keep-pictures.server.ts";
import { findPrintFile } from "./print-file.server.ts";
import { reprint } from "./reprint.server.ts";

testDatabase({ demo: true });
testStore();
beforeAll(openTestProviders);
const buyer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");

async function seen(customisation_id: string) {
  const [row] = await asSeed()<{ status: "submitted"; proof_id: string }[]>`
    select c.status, (select p.id from proofs p where p.customisation_id = c.id order by version desc limit 1) as proof_id
    from customisations c where c.id = ${customisation_id}`;
  if (!row) throw new Error("no customisation");
  return { customisation_id, ...row };
}

/** A printed order that shows a photograph of the buyer. */
async function printedPhotograph() {
  const design = await orderDesign(buyer, "review");
  const rejection = { ...(await seen(design.id)), reason: "quality", note: "" } as const;
  expect(await rejectDesign(staff, rejection)).toMatchObject({ ok: true });
  const bytes = await photograph({ r: 90, g: 20, b: 120 }, [900, 900]);
  const taken = await takeUpload(buyer, bytes, "foto.jpg", "n");
  const start = await findRevision(buyer, design.id, "buyer");
  if (!taken.ok || !start) throw new Error("it cannot be changed");
  const { sha256 } = taken.value;
  const sent = await reviseDesign(buyer, {
    ...(await seen(design.id)),
    id: randomUUID(),
    note: "",
    checked: true,
    difference: 0,
    rights: "2026-11 id",
    document: withPicture(start.document, sha256, [900, 900]),
  });
  expect(sent).toMatchObject({ ok: true });
  expect(await takeIntoReview(staff, await seen(design.id))).toMatchObject({ ok: true });
  expect(await approveAsOrdered(staff, await seen(design.id))).toMatchObject({ ok: true });
  const kept = async () => {
    const page = await findCustomisations(buyer, design.order_id);
    return page?.customisations[0]?.kept_pictures;
  };
  expect(await kept()).toBeNull();
  for (const status of ["in_production", "done"])
    await asSeed()`update customisations set status = ${status} where id = ${design.id}`;
  return { design, sha256, kept };
}

const files = async (sha256: string) =>
  (
    await asSeed()`select from storage.objects where bucket_id = 'design-assets' and name like ${`${sha256}%`}`
  ).length;

test("photographs of a printed design are kept for a year, longer where the buyer asks, and then deleted", async () => {
  const { design, sha256, kept } = await printedPhotograph();
  const first = await kept();
  expect(first).toMatchObject({ is_gone: false, may_extend: true });
  const until = new Date(first?.until ?? "");
  const { person: stranger } = await makeCustomer("penyimpan");
  expect(await keepPicturesLonger(stranger, design.id, until)).toEqual({
    ok: false,
    problem: "customisation_not_found",
  });
  // Sent twice, and twice at once, it is one year.
  await Promise.all([1, 2].map(() => keepPicturesLonger(buyer, design.id, until)));
  expect(await keepPicturesLonger(buyer, design.id, until)).toMatchObject({ ok: true });
  const second = await kept();
  expect(second).toMatchObject({ is_gone: false, may_extend: false });
  const years = await asSeed()<{ years: string }[]>`
    select age(pictures_until, ${until})::text as years from customisations where id = ${design.id}`;
  expect(years).toEqual([{ years: "1 year" }]);
  // Printing it again does not shorten that.
  for (const status of ["in_production", "done"])
    await asSeed()`update customisations set status = ${status} where id = ${design.id}`;
  expect(await kept()).toEqual(second);

  await asSeed()`update design_assets set created_at = now() - interval '100 days' where sha256 = ${sha256}`;
  await purgeAssets();
  expect(await files(sha256)).toBe(2);
  expect(await reorderDesign(buyer, design.id, randomUUID())).toMatchObject({ ok: true });
  // The copy in the cart keeps them too.
  await asSeed()`update customisations set pictures_until = now() - interval '1 day' where id = ${design.id}`;
  await purgeAssets();
  expect(await files(sha256)).toBe(2);
  await asSeed()`delete from design_versions where document -> 'assets' ? ${sha256}`;
  await purgeAssets();
  expect(await files(sha256)).toBe(0);

  expect(await kept()).toMatchObject({ is_gone: true });
  expect(await keepPicturesLonger(buyer, design.id, until)).toMatchObject({
    problem: "picture_gone",
  });
  expect(await reorderDesign(buyer, design.id, randomUUID())).toMatchObject({
    problem: "picture_gone",
  });
  const again = { id: randomUUID(), customisation_id: design.id, pieces: 1, reason: "Uji" };
  expect(await reprint(staff, again)).toEqual({ ok: false, problem: "picture_gone" });
  await expect(findPrintFile(staff, design.id)).rejects.toMatchObject({
    code: "picture_gone",
    status: 409,
  });
});

test("designs without photographs say nothing of them", async () => {
  const design = await orderDesign(buyer, "self");
  for (const status of ["in_production", "done"])
    await asSeed()`update customisations set status = ${status} where id = ${design.id}`;
  const page = await findCustomisations(buyer, design.order_id);
  expect(page?.customisations[0]).toMatchObject({ status: "done", kept_pictures: null });
});
