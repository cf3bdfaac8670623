import { beforeAll, expect, test } from "vitest";
import { openProvidersWith } from "#tests/support/builders/shop.ts";
import { stripeKeys } from "#tests/support/doubles/stripe-double.ts";
import { pagePolicy } from "./page-policy.ts";

beforeAll(() =>
  openProvidersWith({ payments: ["stripe"], stripe: { ...stripeKeys, apiUrl: undefined } }),
);

const order = "7c0c7c2e-1111-4222-8333-444455556666";
const policyOf = (path: string) =>
  new Map(
    pagePolicy({
      inlineScripts: ["'nonce-abc'"],
      inlineStyles: ["'nonce-abc'"],
      hotReload: false,
      recaptcha: false,
      path,
    })
      .split("; ")
      .map((directive) => {
        const [name = "", ...sources] = directive.split(" ");
        return [name, sources];
      }),
  );

test("a payment provider's hosts are allowed on the page that pays an order, and nowhere else", () => {
  for (const path of [`/dashboard/orders/${order}`, `/en/dashboard/orders/${order}`]) {
    const policy = policyOf(path);
    expect(policy.get("script-src")).toContain("https://js.stripe.com");
    expect(policy.get("frame-src")).toContain("https://hooks.stripe.com");
    expect(policy.get("connect-src")).toContain("https://api.stripe.com");
  }
  for (const path of [
    "/",
    "/Checkout",
    "/Success",
    "/dashboard/orders",
    `/admin/Orders/${order}`,
    `/dashboard/orders/${order}/invoice.pdf`,
    `/x/dashboard/orders/${order}`,
  ]) {
    const policy = policyOf(path);
    expect([...policy.values()].flat().join(" ")).not.toContain("stripe");
    expect(policy.get("script-src")).toEqual(["'self'", "'nonce-abc'"]);
    // The back office frames its previews of mails.
    const framed = path.startsWith("/admin/") ? ["'self'"] : ["'none'"];
    expect(policy.get("frame-src")).toEqual(framed);
  }
});

test("only drawing boards may run WebAssembly", () => {
  for (const path of [
    "/item/kaos-nama-tim/Design",
    "/en/item/kaos-nama-tim/design/",
    "/admin/Products/a/Printing/Templates/b",
    "/admin/customisations/a/design",
    "/dashboard/orders/a/Customisation/b",
  ])
    expect(policyOf(path).get("script-src")).toContain("'wasm-unsafe-eval'");
  for (const path of [
    "/item/kaos-nama-tim",
    "/",
    "/item/a/b/Design",
    "/admin/customisations",
    "/admin/customisations/a",
    "/dashboard/orders/a/Customisation",
    "/admin/Products/a/Printing",
  ])
    expect(policyOf(path).get("script-src")).not.toContain("'wasm-unsafe-eval'");
});
