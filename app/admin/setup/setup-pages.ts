import type { SetupStep, SetupStepName } from "#shop/merchant/setup.ts";

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

/** Beginnings of the pages on which a step is done. */
const pages: Readonly<Partial<Record<SetupStepName, readonly string[]>>> = {
  identity: ["/admin/Settings/shop"],
  address: ["/admin/Settings/shop"],
  tax: ["/admin/Settings/tax"],
  product: ["/admin/Products", "/admin/Categories"],
  delivery: ["/admin/Shipping"],
  payment: ["/admin/Settings/accounts"],
};

/** The steps that a page is about. @param path without a language */
export function stepsOfPage(steps: readonly SetupStep[], path: string): readonly SetupStep[] {
  const isBelow = (start: string) => `${path.toLowerCase()}/`.startsWith(`${start.toLowerCase()}/`);
  return steps.filter(({ name }) => pages[name]?.some(isBelow));
}
