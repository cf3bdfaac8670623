import { expect, test } from "vitest";
import { boundsOf, fromPath, toPath } from "#shop/designs/document/outline.ts";
import { clipGroups } from "./groups.ts";
import { clipLibrary, newestClip } from "./library.ts";

test("every piece is drawn by lines and curves inside its box, and stands in one group", () => {
  const names = clipGroups.flatMap(({ clips }) => [...clips]);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) {
    const art = clipLibrary.get(newestClip(name));
    expect(art?.paths.length, name).toBeGreaterThan(0);
    for (const { path } of art?.paths ?? []) {
      expect(toPath(fromPath(path)), name).toBe(path);
      const box = boundsOf(fromPath(path));
      expect(
        box && box.left >= 0 && box.top >= 0 && box.right <= 24 && box.bottom <= 24,
        name,
      ).toBe(true);
    }
  }
});
