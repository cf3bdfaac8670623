import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { hashScripts } from "./script-hashes.ts";

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("scripts with the nonce are hashed, and the nonce is gone", () => {
  const { page, sources } = hashScripts(
    '<link nonce="n1"/><script nonce="n1">a()</script><script nonce="n1" type="later">b()</script><script nonce="n1" src="/x.js"></script>',
    "n1",
  );
  expect(page.toString()).toBe(
    '<link/><script>a()</script><script type="later">b()</script><script src="/x.js"></script>',
  );
  expect(sources).toEqual([hash("a()"), hash("b()")]);
});

test("a script without the nonce, which came in with a text, is not hashed", () => {
  const { sources } = hashScripts(
    '<script nonce="n1">a()</script><script>steal()</script><script nonce="n2">steal()</script>',
    "n1",
  );
  expect(sources).toEqual([hash("a()")]);
});

test("data need no hash", () => {
  const { sources } = hashScripts(
    '<script type="application/ld+json" nonce="n1">{}</script>',
    "n1",
  );
  expect(sources).toEqual([]);
});

test("a nonce anywhere else stops the page", () => {
  expect(() => hashScripts("<p>n1</p>", "n1")).toThrow("unexpected place");
});
