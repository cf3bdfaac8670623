import { expect, test } from "vitest";
import type { Warning } from "#shop/imports/kind.ts";
import { readPictureAddresses } from "./picture-addresses.ts";

function addressesOf(cell: string) {
  const warnings: Warning[] = [];
  const rows = [{ row_no: 2, cells: { alamat_gambar: cell } }];
  const found = readPictureAddresses(rows, new Map(), warnings);
  return { addresses: found.map(({ address }) => address), refused: warnings.length };
}

test("a cell's addresses are separated by commas, blanks or lines, and may contain commas", () => {
  expect(
    addressesOf("https://x.test/a,b.jpg , ,https://x.test/c.jpg\n\nhttps://x.test/d.jpg,x"),
  ).toEqual({
    addresses: ["https://x.test/a,b.jpg", "https://x.test/c.jpg", "https://x.test/d.jpg,x"],
    refused: 0,
  });
});

test("a cell of separators as long as a row may be is read in time", () => {
  expect(addressesOf(`a${",".repeat(990_000)}x`)).toEqual({ addresses: [], refused: 1 });
  expect(addressesOf(`a${", ".repeat(490_000)}x`).addresses).toEqual([]);
});
