import type { MetaDescriptor } from "react-router";
import { expect, test, vi } from "vitest";
import { forcedColourMode } from "./browser/colour-mode.ts";
import { fallbackMeta, pageMeta } from "./page-meta.ts";

const at = (address: string, error?: unknown) => {
  const { pathname, search } = new URL(address, "http://shop.test");
  const loaderData = {
    publicConfig: { publicUrl: "https://shop.test" },
    merchant: { name: "Nota & Co" },
  };
  return { location: { pathname, search }, matches: [{ id: "root", loaderData }], error };
};
const find = (meta: MetaDescriptor[], part: Record<string, string>) =>
  meta.find((item) =>
    Object.entries(part).every(
      ([name, value]) => (item as Record<string, unknown>)[name] === value,
    ),
  ) as Record<string, string> | undefined;
const titleOf = (meta: MetaDescriptor[]) =>
  (meta.find((item) => "title" in item) as { title: string }).title;

test("a page without a title gets one from the last part of its path", () => {
  expect(titleOf(fallbackMeta(at("/dashboard/my-orders")))).toBe("My Orders · Nota & Co");
  expect(titleOf(fallbackMeta(at("/PrivacyPolicy")))).toBe("Privacy Policy · Nota & Co");
});

test("a failed page is titled by its status and message", () => {
  const error = { status: 404, statusText: "", internal: false, data: null };
  expect(titleOf(fallbackMeta(at("/x", error)))).toBe("404 Page Not Found · Nota & Co");
  expect(titleOf(fallbackMeta(at("/x", new Error())))).toBe(
    "500 Internal Server Error · Nota & Co",
  );
});

test("the canonical address is lowercase and keeps only parameters that change the page", () => {
  const meta = pageMeta(at("/en/Shop?q=x&category=Mug&utm_source=mail&page=2"), { title: "Shop" });
  expect(find(meta, { rel: "canonical" })?.href).toBe(
    "https://shop.test/en/shop?category=mug&page=2",
  );
  expect(find(meta, { hrefLang: "id" })?.href).toBe("https://shop.test/shop?category=mug&page=2");
});

test("a page whose own address could not be read still has a title", () => {
  const lost = { ...at("/x", new Error()), matches: [{ id: "root" }] };
  expect(titleOf(fallbackMeta(lost))).toMatch(/^500 Internal Server Error/);
  expect(find(fallbackMeta(lost), { property: "og:image" })).toBeUndefined();
});

test("the kind of page defaults to website", () => {
  expect(find(pageMeta(at("/"), { title: "Home" }), { property: "og:type" })?.content).toBe(
    "website",
  );
});

test("a page cannot force the system's colour mode", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  expect(forcedColourMode("system")).toBeUndefined();
  expect(warn).toHaveBeenCalledWith("A page cannot force system colour mode");
  expect(forcedColourMode("dark")).toBe("dark");
});
