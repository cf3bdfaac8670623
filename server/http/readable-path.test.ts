import { matchRoutes } from "react-router";
import { expect, test, vi } from "vitest";
import { withReadablePath } from "./readable-path.ts";

test("a path that cannot be decoded matches no route and prints nothing to the console", () => {
  const printed = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  for (const path of ["/%", "/%ff", "/item/%c0%ae?q=%ff", "/%zz/x"]) {
    const request = withReadablePath(new Request(`http://shop.test${path}`));
    const { pathname, search } = new URL(request.url);
    expect(matchRoutes([{ path: "/About" }], pathname)).toBeNull();
    expect(search).toBe(new URL(`http://shop.test${path}`).search);
  }
  expect(printed.mock.calls).toEqual([]);
  printed.mockRestore();
});

test("a path that can be decoded stays as it is, with the method and the body", async () => {
  const request = new Request("http://shop.test/item/%C3%A9%25", { method: "POST", body: "a=1" });
  expect(withReadablePath(request)).toBe(request);
  const escaped = withReadablePath(
    new Request("http://shop.test/%ff", { method: "POST", body: "a=1" }),
  );
  expect([escaped.method, await escaped.text()]).toEqual(["POST", "a=1"]);
});

test("slashes beyond the limit of segments are escaped, and the query is unchanged", () => {
  for (const beginning of ["/", "/admin/", "/en/item/"]) {
    const deep = `http://shop.test${beginning}${"a/".repeat(4000)}b.data?q=a/b`;
    const { pathname, search } = new URL(withReadablePath(new Request(deep)).url);
    expect(pathname.split("/").length).toBeLessThan(30);
    expect(pathname).toMatch(new RegExp(`^${beginning}a/.*%2Fa%2Fb\\.data$`));
    expect(search).toBe("?q=a/b");
  }
});
