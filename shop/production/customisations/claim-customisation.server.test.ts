import { beforeAll, expect, test } from "vitest";
import { orderDesign } from "#tests/support/builders/customisations.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { claimCustomisation } from "./claim-customisation.server.ts";
import { takeIntoReview } from "./proofs/review-design.server.ts";
import { listCustomisations } from "./queue/list-queue.server.ts";
import { findStaffCustomisation } from "./queue/staff-queue.server.ts";

testDatabase({ demo: true, max: 20 });
const buyer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");
const admin = demoPerson("admin@etalase.test");

beforeAll(openTestProviders);

const claimOf = async (id: string) => (await findStaffCustomisation(staff, id, "id"))?.claim;

test("a claim holds for half an hour, and is taken over by name, which the log has", async () => {
  const { id, proof } = await orderDesign(buyer, "review");
  expect(await claimOf(id)).toBeNull();
  const both = await Promise.all([
    claimCustomisation(staff, id, null),
    claimCustomisation(admin, id, null),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const [first, second] = both[0].ok ? [staff, admin] : [admin, staff];
  expect(await claimOf(id)).toMatchObject({ person_id: first.id });
  const queue = await listCustomisations(staff, "look", { after: null, before: null });
  expect(queue.rows.find((row) => row.id === id)?.claim?.person_id).toBe(first.id);
  const taken = { ok: false, problem: "claimed_by_other" };
  expect(await claimCustomisation(second, id, null)).toEqual(taken);
  // Whoever it was taken from meanwhile is somebody else than the person saw.
  expect(await claimCustomisation(second, id, buyer.id)).toEqual(taken);
  // A claim hinders no step, and a step takes no claim away.
  const seen = { customisation_id: id, status: "submitted", proof_id: proof } as const;
  expect(await takeIntoReview(second, seen)).toMatchObject({ ok: true });
  expect(await claimOf(id)).toMatchObject({ person_id: first.id });
  expect(await claimCustomisation(second, id, first.id)).toMatchObject({ ok: true });
  expect(await claimOf(id)).toMatchObject({ person_id: second.id });
  const acts = await asSeed()`
    select actor_id, details -> 'from' as from from audit_entries
    where subject_id = ${id} and action = 'customisation.taken_over'`;
  expect(acts).toMatchObject([{ actor_id: second.id, from: first.id }]);

  await asSeed()`update customisation_claims set at = at - interval '31 minutes' where customisation_id = ${id}`;
  expect(await claimOf(id)).toBeNull();
  expect(await claimCustomisation(first, id, null)).toMatchObject({ ok: true });
  expect(await claimOf(id)).toMatchObject({ person_id: first.id });
});

test("whoever looks at a design first works on it; buyers claim nothing", async () => {
  const { id, proof } = await orderDesign(buyer, "review");
  const refused = { ok: false, problem: "not_permitted" };
  expect(await claimCustomisation(buyer, id, null)).toEqual(refused);
  const missing = { ok: false, problem: "customisation_not_found" };
  expect(await claimCustomisation(staff, buyer.id, null)).toEqual(missing);
  const seen = { customisation_id: id, status: "submitted", proof_id: proof } as const;
  expect(await takeIntoReview(staff, seen)).toMatchObject({ ok: true });
  expect(await claimOf(id)).toMatchObject({ person_id: staff.id });
});
