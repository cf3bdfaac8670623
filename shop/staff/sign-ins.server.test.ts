import { expect, test } from "vitest";
import { demoPerson, provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { listAuditEntries } from "./read-audit.server.ts";

testDatabase({ demo: true });

const note = (payload: object, address: string) => asSeed()`
  insert into auth.audit_log_entries (payload, ip_address) values (${asSeed().json(payload)}, ${address})`;

test("sign-ins of staff are in the audit log with their network; those of buyers are not", async () => {
  const admin = await provenAdmin();
  const buyer = demoPerson("customer@etalase.test");
  await note({ action: "login", actor_id: admin.id }, "203.0.113.77");
  await note({ action: "reauthenticated", actor_id: admin.id }, "2001:db8:1:2:3::4");
  await note({ action: "logout", actor_id: admin.id }, "tidak sah");
  await note({ action: "token_revoked", actor_id: admin.id }, "203.0.113.77");
  await note({ action: "login", actor_id: buyer.id }, "203.0.113.77");
  await note({ action: "login", actor_id: "bukan-uuid" }, "203.0.113.77");
  const filter = { filter: null, after: null, before: null };
  const page = await listAuditEntries(admin, filter, "id");
  if (!page.ok) throw new Error(page.problem.code);
  const signIns = page.value.entries.filter(({ action }) => action.startsWith("person."));
  expect(signIns.map(({ action, details }) => [action, details])).toEqual([
    ["person.signed_out", {}],
    ["person.reauthenticated", { network: "2001:db8:1::" }],
    ["person.signed_in", { network: "203.0.113.0" }],
  ]);
});
