import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as v from "valibot";
import { timeNow } from "#base/clock.ts";
import { secretFor } from "#base/secrets.server.ts";
import type { CaptchaAction } from "./captcha-action.ts";

/*
 * A captcha without keys, cookies or an external service: ALTCHA's deterministic proof of work (docs/why/integrations.md). The
 * browser computes for about a second per submission; ten thousand submissions take hours.
 */

/** Rounds per guess, and the range of guesses: 0.2 to 1 s on a phone. */
const cost = 4_000;
const [minGuesses, maxGuesses] = [40, 160];
/** Seconds until a challenge expires. */
export const challengeLife = 20 * 60;

/**
 * The parameters that the shop issues; the signature proves their origin. The expiry is in `data`, which the library
 * ignores: the library uses this machine's clock, the shop the database's.
 */
const parametersSchema = v.strictObject({
  algorithm: v.string(),
  cost: v.number(),
  data: v.strictObject({ action: v.string(), expiresAt: v.number() }),
  keyLength: v.number(),
  keyPrefix: v.string(),
  keySignature: v.string(),
  nonce: v.string(),
  salt: v.string(),
});
const payloadSchema = v.object({
  challenge: v.object({ parameters: parametersSchema, signature: v.string() }),
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
});

/** A challenge for the browser, valid for one submission of one action. */
export function newChallenge(action: CaptchaAction): ReturnType<typeof createChallenge> {
  return createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost,
    counter: randomInt(maxGuesses, minGuesses),
    data: { action, expiresAt: Math.floor(timeNow() / 1000) + challengeLife },
    deriveKey,
    ...secrets(),
  });
}

/**
 * @param token base64 of `{challenge, solution}` in JSON
 * @returns `problem`, a stable code; else `once`, the challenge's identifier, so that it is accepted once
 */
export async function checkSolution(
  action: CaptchaAction,
  token: string,
): Promise<{ problem: string } | { once: string }> {
  const payload = v.safeParse(payloadSchema, parsed(token));
  if (!payload.success) return { problem: "invalid-input-response" };
  const { challenge, solution } = payload.output;
  // Checks the signature first: nothing is derived for a foreign challenge.
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    ...secrets(),
  });
  if (!verified) return { problem: "invalid-input-response" };
  const { data } = challenge.parameters;
  if (data.expiresAt < timeNow() / 1000) return { problem: "timeout-or-duplicate" };
  return data.action === action ? { once: challenge.signature } : { problem: "wrong-action" };
}

function secrets() {
  return {
    hmacSignatureSecret: secretFor("captcha").toString("hex"),
    hmacKeySignatureSecret: secretFor("captcha-key").toString("hex"),
  };
}

function parsed(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, "base64").toString());
  } catch {
    // A client can send anything: undefined is refused like every other invalid token.
    return undefined;
  }
}
