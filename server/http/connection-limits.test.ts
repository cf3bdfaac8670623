import { expect, test } from "vitest";
import { connectionShares } from "./connection-limits.ts";

test("T37: no address and no kind of connection can use every connection", () => {
  expect(connectionShares(2_000)).toEqual({
    crowded: 1_900,
    perAddress: 500,
    websockets: 1_000,
    websocketsPerAddress: 250,
  });
  expect(connectionShares(160)).toEqual({
    crowded: 152,
    perAddress: 64,
    websockets: 80,
    websocketsPerAddress: 32,
  });
  expect(connectionShares(2_000, 1_200).perAddress).toBe(1_200);
  expect(connectionShares(32)).toEqual({
    crowded: 30,
    perAddress: 32,
    websockets: 16,
    websocketsPerAddress: 16,
  });
});
