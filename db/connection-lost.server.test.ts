import { expect, test } from "vitest";
import { isConnectionLost } from "./connection-lost.server.ts";

test.each([
  ["EPIPE", true],
  ["ECONNRESET", true],
  ["ECONNREFUSED", true],
  ["CONNECTION_CLOSED", true],
  ["CONNECTION_ENDED", true],
  ["CONNECT_TIMEOUT", true],
  ["ETIMEDOUT", true],
  ["23505", false],
  ["ERR_INVALID_ARG_TYPE", false],
])("%s counts as a lost connection: %s", (code, is) => {
  expect(isConnectionLost(Object.assign(new Error("write"), { code }))).toBe(is);
});

test("a value that is no error with a code is not a lost connection", () => {
  expect([null, undefined, "EPIPE", new Error("EPIPE")].map(isConnectionLost)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
