import type { Permission } from "#shop/kernel/permissions.ts";
import type { SetupStep, SetupStepName } from "#shop/settings/merchant/setup.ts";

/** Where each step is done. */
export const setupAddresses: Readonly<Record<SetupStepName, string>> = {
  identity: "/admin/Settings/shop",
  address: "/admin/Settings/shop",
  tax: "/admin/Settings/tax",
  product: "/admin/Products/New",
  delivery: "/admin/Shipping",
  payment: "/admin/Settings/accounts",
  purchase: "/Shop",
};

/** Permissions of the steps whose page needs another one than `settings.edit`. */
export const setupPermissions: Readonly<Partial<Record<SetupStepName, Permission>>> = {
  product: "products.edit",
  delivery: "shipping.read",
};

/** Path prefixes of the pages of each step. */
const pages: Readonly<Partial<Record<SetupStepName, readonly string[]>>> = {
  identity: ["/admin/Settings/shop"],
  address: ["/admin/Settings/shop"],
  tax: ["/admin/Settings/tax"],
  product: ["/admin/Products", "/admin/Categories"],
  delivery: ["/admin/Shipping"],
  payment: ["/admin/Settings/accounts"],
};

/** Steps that are done on a page. @param path without a language */
export function stepsOfPage(steps: readonly SetupStep[], path: string): readonly SetupStep[] {
  const isBelow = (start: string) => `${path.toLowerCase()}/`.startsWith(`${start.toLowerCase()}/`);
  return steps.filter(({ name }) => pages[name]?.some(isBelow));
}
