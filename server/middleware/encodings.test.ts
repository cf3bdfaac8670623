import { expect, test } from "vitest";
import { acceptedEncodings } from "./encodings.ts";

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br zstd gzip identity"],
  ["gzip;q=1.0, br;q=0.5", "gzip br identity"],
  ["GZIP", "gzip identity"],
  ["br;q=0, *", "zstd gzip identity"],
  ["identity", "identity"],
  ["zstd;q=x", "identity"],
])("%s accepts %s", (header, names) => {
  expect(acceptedEncodings(header).join(" ")).toBe(names);
});
