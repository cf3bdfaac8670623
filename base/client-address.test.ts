import { expect, test } from "vitest";
import { addressBehind, isNetwork } from "./client-address.ts";

const from = (remoteAddress: string, forwarded?: string) => ({
  socket: { remoteAddress },
  headers: { "x-forwarded-for": forwarded },
});

test("without proxies only the socket counts", () => {
  expect(addressBehind([])(from("198.51.100.7", "203.0.113.9"))).toBe("198.51.100.7");
  expect(addressBehind([])(from("::ffff:127.0.0.1"))).toBe("127.0.0.1");
  expect(addressBehind([])(undefined)).toBe("unknown");
});

test("a trusted proxy's header counts, that of any other address does not", () => {
  const addressOf = addressBehind(["10.0.0.0/8", "127.0.0.1", "2001:db8::/32"]);
  expect(addressOf(from("10.1.2.3", "203.0.113.9"))).toBe("203.0.113.9");
  expect(addressOf(from("::ffff:10.1.2.3", "203.0.113.9"))).toBe("203.0.113.9");
  expect(addressOf(from("2001:db8::1", "2001:db9::5"))).toBe("2001:db9::5");
  expect(addressOf(from("198.51.100.7", "203.0.113.9"))).toBe("198.51.100.7");
});

test("of several hops the last untrusted one is the visitor", () => {
  const addressOf = addressBehind(["10.0.0.0/8"]);
  expect(addressOf(from("10.0.0.1", "192.0.2.1, 203.0.113.9, 10.9.9.9"))).toBe("203.0.113.9");
  expect(addressOf(from("10.0.0.1", "10.0.0.2"))).toBe("10.0.0.2");
});

test("ports and brackets are removed, and an invalid address ends the parsing", () => {
  const addressOf = addressBehind(["10.0.0.0/8"]);
  expect(addressOf(from("10.0.0.1", "203.0.113.9:4711"))).toBe("203.0.113.9");
  expect(addressOf(from("10.0.0.1", "[2001:db9::5]:443"))).toBe("2001:db9::5");
  expect(addressOf(from("10.0.0.1", "<script>"))).toBe("10.0.0.1");
  expect(addressOf(from("10.0.0.1", ""))).toBe("10.0.0.1");
});

test("valid networks are distinguished from invalid ones", () => {
  for (const name of ["10.0.0.1", "10.0.0.0/8", "::1", "2001:db8::/32"]) {
    expect(isNetwork(name), name).toBe(true);
  }
  for (const name of ["", "load-balancer", "10.0.0.0/33", "10.0.0.0/x", "10.0.0.0/8/8", "/8"]) {
    expect(isNetwork(name), name).toBe(false);
  }
});
