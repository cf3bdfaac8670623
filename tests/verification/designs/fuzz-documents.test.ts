import { expect, test } from "vitest";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { fuzzDocuments } from "./fuzz-documents.ts";

test("random documents are refused with a path or drawn with finite numbers", async () => {
  const { accepted } = fuzzDocuments(500, await loadFonts());
  expect(accepted).toBeGreaterThan(150);
});
