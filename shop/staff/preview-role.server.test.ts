import { expect, test } from "vitest";
import { isAdministrator } from "#shop/kernel/access.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { previewRole, readPreviewCookie } from "./preview-role.server.ts";

testDatabase({ demo: true });
const admin = demoPerson("admin@etalase.test");

test("a preview has the rights of the role that the person has too, and nobody gains any", async () => {
  const seen = await previewRole(admin, "warehouse");
  expect(seen).toMatchObject({ id: admin.id, role: "USER", preview: { id: "warehouse" } });
  expect(seen.permissions).toContain("stock.adjust");
  expect(seen.permissions).not.toContain("staff.edit");
  expect(isAdministrator(seen)).toBe(false);
  const narrow = { ...admin, permissions: ["staff.edit", "orders.read"] as const };
  expect((await previewRole(narrow, "manager")).permissions).toEqual(["orders.read"]);
  // Without the right, or for a role that is gone, nothing changes.
  const clerk = { ...admin, permissions: ["orders.read"] as const };
  expect(await previewRole(clerk, "manager")).toBe(clerk);
  expect(await previewRole(admin, "tidak-ada")).toBe(admin);
});

test("the cookie names a role, or nothing", () => {
  expect(readPreviewCookie("a=1; role-preview=warehouse; b=2")).toBe("warehouse");
  for (const header of [null, "", "role-preview=", "x-role-preview=a", "role-preview=A/../b"]) {
    expect(readPreviewCookie(header)).toBeUndefined();
  }
});
