import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setClock } from "#base/clock.ts";
import { provideSecret } from "#base/secrets.server.ts";
import { solved } from "#tests/support/browser/captcha.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { newChallenge } from "./altcha.server.ts";
import { verifyCaptcha } from "./captcha.server.ts";
import { askRecaptcha } from "./recaptcha.server.ts";

testDatabase();
beforeAll(() => provideSecret(randomBytes(32)));
const from = { ip: "192.0.2.1" };

test("T41: a solved captcha counts once, for its action only", async () => {
  const token = await solved(await newChallenge("contact"));
  expect(await verifyCaptcha("unsubscribe_link", token, from)).toEqual(["wrong-action"]);
  expect(await verifyCaptcha("contact", token, from)).toBeUndefined();
  expect(await verifyCaptcha("contact", token, from)).toEqual(["timeout-or-duplicate"]);
});

test("a captcha challenge expires by the shop's clock", async () => {
  const token = await solved(await newChallenge("contact"));
  setClock(Date.now() + 21 * 60_000, performance.now());
  afterAll(() => setClock(Date.now(), performance.now()));
  expect(await verifyCaptcha("contact", token, from)).toEqual(["timeout-or-duplicate"]);
  const ofNow = await solved(await newChallenge("contact"));
  expect(await verifyCaptcha("contact", ofNow, from)).toBeUndefined();
  setClock(Date.now(), performance.now());
  expect(await verifyCaptcha("contact", token, from)).toBeUndefined();
});

test("a forged or altered solution is refused", async () => {
  const { challenge, solution } = JSON.parse(
    Buffer.from(await solved(await newChallenge("contact")), "base64").toString(),
  );
  const { parameters, signature } = challenge;
  const forged = [
    { challenge, solution: { ...solution, derivedKey: "00" } },
    { challenge, solution: { ...solution, derivedKey: "00".repeat(32) } },
    { challenge: { parameters: { ...parameters, keyPrefix: "00" }, signature }, solution },
    { challenge: { parameters: { ...parameters, expiresAt: 4e9 }, signature }, solution },
    {
      challenge: {
        parameters: { ...parameters, data: { action: "contact", expiresAt: 4e9 } },
        signature,
      },
      solution,
    },
    { challenge: { parameters: { ...parameters, keySignature: undefined }, signature }, solution },
    { challenge: { parameters: { ...parameters, cost: 1e9 }, signature }, solution },
    { challenge: { parameters, signature: "00" }, solution },
    { challenge: null, solution: null },
  ].map((payload) => Buffer.from(JSON.stringify(payload)).toString("base64"));
  for (const token of [...forged, "", "x", "{}", "\0", "A".repeat(9_000)]) {
    expect(await verifyCaptcha("contact", token, from), token.slice(0, 80)).toHaveLength(1);
  }
  // The valid token is still accepted: refused ones do not use it up.
  const token = Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
  expect(await verifyCaptcha("contact", token, from)).toBeUndefined();
});

test("a reCAPTCHA verdict counts for this action on this site and above the minimum score", async () => {
  let answer: unknown;
  let asked = "";
  const service = createServer((request, response) => {
    request.on("data", (chunk: Buffer) => {
      asked += chunk.toString();
    });
    request.on("end", () => response.end(JSON.stringify(answer)));
  }).listen(0);
  const { port } = service.address() as AddressInfo;
  afterAll(() => service.close());
  const settings = { siteKey: "site", secretKey: "geheim", url: `http://localhost:${port}/` };
  const ask = (reply: unknown) => {
    answer = reply;
    return askRecaptcha(settings, "contact", "token", { ...from, hostname: "toko.test" });
  };
  const good = { success: true, score: 0.9, action: "contact", hostname: "toko.test" };
  expect(await ask(good)).toBeUndefined();
  expect(new URLSearchParams(asked).get("secret")).toBe("geheim");
  expect(await ask({ ...good, score: 0.2 })).toEqual(["low-score"]);
  expect(await ask({ ...good, action: "login" })).toEqual(["wrong-action"]);
  expect(await ask({ ...good, hostname: "jahat.test" })).toEqual(["wrong-hostname"]);
  expect(await ask({ success: false, "error-codes": ["timeout-or-duplicate"] })).toEqual([
    "timeout-or-duplicate",
  ]);
  expect(await ask("<html>")).toEqual(["captcha-unavailable"]);
  const nobody = { ...settings, url: "http://localhost:1/" };
  expect(
    await askRecaptcha(nobody, "contact", "token", { ...from, hostname: "toko.test" }),
  ).toEqual(["captcha-unavailable"]);
});
