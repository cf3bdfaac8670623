import { expect, test } from "vitest";
import { base32, codeAt, otpauthUri, seal, stepOf, unseal } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

// RFC 6238, appendix B, last six of eight digits.
test.each([
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
])("at %i seconds the code is %s", (seconds, code) => {
  expect(codeAt(secret, Math.floor(seconds / 30))).toBe(code);
  expect(stepOf(secret, code, null, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

test("one step early or late is fine, two are not, and a step counts once", () => {
  const now = 59_000;
  const [early, late, far] = [codeAt(secret, 0), codeAt(secret, 2), codeAt(secret, 3)];
  expect(stepOf(secret, early, null, now)).toBe(0);
  expect(stepOf(secret, late, null, now)).toBe(2);
  expect(stepOf(secret, far, null, now)).toBeUndefined();
  expect(stepOf(secret, late, 2, now)).toBeUndefined();
});

test("base32 and the otpauth address are readable by authenticator apps", () => {
  expect(base32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
  expect(otpauthUri("Nota & Co", "a@b.test", "MZXW6YTBOI")).toBe(
    "otpauth://totp/Nota%20%26%20Co:a%40b.test?algorithm=SHA1&digits=6&issuer=Nota%20%26%20Co&period=30&secret=MZXW6YTBOI",
  );
});

test("a sealed secret opens only with its key", () => {
  const pepper = Buffer.alloc(32, 1);
  expect(unseal(pepper, seal(pepper, secret))).toEqual(secret);
  expect(() => unseal(Buffer.alloc(32, 2), seal(pepper, secret))).toThrow();
});
