import { type Challenge, createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as v from "valibot";
import { secretFor } from "#base/secrets.server.ts";
import type { CaptchaAction } from "./captcha.server.ts";

/*
 * A captcha without keys, cookies or another company: the browser computes for about a second before it may send
 * (ALTCHA, proof of work 2). Who sends ten thousand messages has to compute for hours.
 */

/** Rounds of one guess, and between how many guesses the answer lies: 0.2 to 1 s on a phone. */
const cost = 4_000;
const [fewestGuesses, mostGuesses] = [40, 160];
/** Seconds. */
export const challengeLife = 20 * 60;

const hex = (most: number) => v.pipe(v.string(), v.regex(/^[0-9a-f]+$/), v.maxLength(most));

/** Only what we issue: anything else is refused before a byte of it is used for reckoning. */
const payloadSchema = v.object({
  challenge: v.object({
    parameters: v.strictObject({
      algorithm: v.literal("PBKDF2/SHA-256"),
      nonce: hex(64),
      salt: hex(64),
      cost: v.literal(cost),
      keyLength: v.literal(32),
      keyPrefix: hex(64),
      keySignature: hex(128),
      expiresAt: v.pipe(v.number(), v.integer()),
      data: v.strictObject({ action: v.string() }),
    }),
    signature: hex(128),
  }),
  solution: v.object({
    counter: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostGuesses)),
    derivedKey: hex(64),
    time: v.optional(v.number()),
  }),
});

function secrets() {
  return {
    hmacSignatureSecret: secretFor("captcha").toString("hex"),
    hmacKeySignatureSecret: secretFor("captcha-key").toString("hex"),
  };
}

/** A task for the browser, good for one sending of one action. */
export function newChallenge(action: CaptchaAction): Promise<Challenge> {
  return createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost,
    counter: randomInt(fewestGuesses, mostGuesses),
    data: { action },
    deriveKey,
    expiresAt: Math.floor(Date.now() / 1000) + challengeLife,
    ...secrets(),
  });
}

/**
 * @param token base64 of `{challenge, solution}` in JSON
 * @returns `problem`, a stable code; else `once`, which names the challenge, so that it can be used up
 */
export async function checkSolution(
  action: CaptchaAction,
  token: string,
): Promise<{ problem: string } | { once: string }> {
  const payload = v.safeParse(payloadSchema, parsed(token));
  if (!payload.success) return { problem: "invalid-input-response" };
  const { challenge, solution } = payload.output;
  const result = await verifySolution({
    challenge,
    solution: { ...solution, time: solution.time ?? 0 },
    deriveKey,
    ...secrets(),
  });
  if (result.expired) return { problem: "timeout-or-duplicate" };
  if (!result.verified) return { problem: "invalid-input-response" };
  if (challenge.parameters.data.action !== action) return { problem: "wrong-action" };
  return { once: challenge.signature };
}

function parsed(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, "base64").toString());
  } catch {
    // What a stranger sends need not be JSON; undefined is refused like every other wrong shape.
    return undefined;
  }
}
