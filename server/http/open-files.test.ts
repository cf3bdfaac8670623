import { expect, test } from "vitest";
import { connectionsFor, openFileLimit } from "./open-files.ts";

test("R26: the connection limit leaves file handles for the database and for files", () => {
  expect(connectionsFor(undefined)).toBe(2_000);
  expect(connectionsFor(1_048_576)).toBe(2_000);
  expect(connectionsFor(256)).toBe(160);
  expect(connectionsFor(64)).toBe(32);
});

test.runIf(process.platform === "linux")("the limit of open files is read from the process", () => {
  expect(openFileLimit()).toBeGreaterThan(0);
});
