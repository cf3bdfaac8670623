import { beforeAll, expect, test } from "vitest";
import { orderDesign } from "#tests/support/builders/customisations.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { listCustomisations } from "./queue/list-queue.server.ts";
import { findStaffCustomisation } from "./queue/staff-queue.server.ts";

testDatabase({ demo: true });
beforeAll(openTestProviders);
const buyer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");

test("staff see what the checks find, how and until when it is printed, and why they look at it", async () => {
  const { id } = await orderDesign(buyer, "review", { process: "dtf" });
  const found = await findStaffCustomisation(staff, id, "id");
  expect(found).toMatchObject({ findings: [], process: "dtf", why: ["review"], is_late: false });
  const { rows } = await listCustomisations(staff, "look", { after: null, before: null });
  expect(found?.due_day).toBe(rows.find((row) => row.id === id)?.due_day);
  expect(found?.due_day).toMatch(/^\d{4}-\d\d-\d\d$/);
  // As the buyer reads it: days after the approval, while the design waits.
  expect(found?.promise).toEqual({
    earliest: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    latest: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    after_design: { first: expect.any(Number), last: expect.any(Number) },
  });
  // By the specification that the line was ordered by, as it is stored with it.
  await asSeed()`
    update customisations set spec = jsonb_set(spec, '{sides,0,areas,0,minText}', '50') where id = ${id}`;
  expect(await findStaffCustomisation(staff, id, "id")).toMatchObject({
    findings: [{ code: "text_too_small", severity: "blocks" }],
  });
  await asSeed()`update customisations set spec = '{}' where id = ${id}`;
  expect((await findStaffCustomisation(staff, id, "id"))?.findings).toBeNull();

  const printed = await findStaffCustomisation(staff, (await orderDesign(buyer, "self")).id, "id");
  expect(printed?.why).toEqual([]);
  // The mug's specification says as many minutes a piece as its revision.
  expect(printed?.minutes).toBeGreaterThan(0);

  await asSeed()`update shop_settings set max_pieces = 99`;
  const many = await orderDesign(buyer, "self", {
    quantity: 24,
    goods: "tote-desain-anda",
    values: { name: "Kopi Rani" },
  });
  expect(await findStaffCustomisation(staff, many.id, "id")).toMatchObject({
    status: "submitted",
    why: ["pieces"],
    pieces: 24,
  });
});
