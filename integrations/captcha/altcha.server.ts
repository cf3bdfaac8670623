import { createHmac, pbkdf2, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import * as v from "valibot";
import { timeNow } from "#base/clock.ts";
import { secretFor } from "#base/secrets.server.ts";
import type { CaptchaAction } from "./captcha-action.ts";

/*
 * A captcha without keys, cookies or another company: the browser computes for about a second before it may send. Who
 * sends ten thousand messages has to compute for hours. The format is ALTCHA's proof of work 2 in its deterministic
 * mode (altcha.org/docs): the server takes a number, derives a key from it and tells its first half; the browser tries
 * numbers until it has derived the same.
 */

/** Rounds of one guess, and between how many guesses the answer lies: 0.2 to 1 s on a phone. */
const cost = 4_000;
const [fewestGuesses, maxGuesses] = [40, 160];
const keyLength = 32;
/** Seconds. */
export const challengeLife = 20 * 60;

const hex = (bytes: number) => v.pipe(v.string(), v.regex(/^[0-9a-f]+$/), v.length(bytes * 2));

/** Only what we issue: anything else is refused before a byte of it is used for reckoning. */
const challengeSchema = v.strictObject({
  parameters: v.strictObject({
    algorithm: v.literal("PBKDF2/SHA-256"),
    cost: v.literal(cost),
    data: v.strictObject({ action: v.string() }),
    expiresAt: v.pipe(v.number(), v.integer()),
    keyLength: v.literal(keyLength),
    keyPrefix: hex(keyLength / 2),
    keySignature: hex(32),
    nonce: hex(16),
    salt: hex(16),
  }),
  signature: hex(32),
});
const payloadSchema = v.object({
  challenge: challengeSchema,
  solution: v.object({ derivedKey: hex(keyLength) }),
});
type Challenge = v.InferOutput<typeof challengeSchema>;

const derive = promisify(pbkdf2);

/** A task for the browser, good for one sending of one action. */
export async function newChallenge(action: CaptchaAction): Promise<Challenge> {
  const nonce = randomBytes(16);
  const salt = randomBytes(16);
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(randomInt(fewestGuesses, maxGuesses));
  const key = await derive(Buffer.concat([nonce, counter]), salt, cost, keyLength, "sha256");
  // In the order of the alphabet: what is signed is their text, and every implementation sorts it so.
  const parameters: Challenge["parameters"] = {
    algorithm: "PBKDF2/SHA-256",
    cost,
    data: { action },
    expiresAt: Math.floor(timeNow() / 1000) + challengeLife,
    keyLength,
    keyPrefix: key.subarray(0, keyLength / 2).toString("hex"),
    keySignature: seal("captcha-key", key).toString("hex"),
    nonce: nonce.toString("hex"),
    salt: salt.toString("hex"),
  };
  return { parameters, signature: signatureOf(parameters).toString("hex") };
}

/**
 * @param token base64 of `{challenge, solution}` in JSON
 * @returns `problem`, a stable code; else `once`, which names the challenge, so that it can be used up
 */
export function checkSolution(
  action: CaptchaAction,
  token: string,
): { problem: string } | { once: string } {
  const payload = v.safeParse(payloadSchema, parsed(token));
  if (!payload.success) return { problem: "invalid-input-response" };
  const { challenge, solution } = payload.output;
  const { parameters, signature } = challenge;
  // Valibot gives the fields back in the schema's order, which is the signed one.
  const isOurs = isSame(signature, signatureOf(parameters));
  const key = Buffer.from(solution.derivedKey, "hex");
  if (!isOurs || !isSame(parameters.keySignature, seal("captcha-key", key))) {
    return { problem: "invalid-input-response" };
  }
  if (parameters.expiresAt < timeNow() / 1000) return { problem: "timeout-or-duplicate" };
  return parameters.data.action === action ? { once: signature } : { problem: "wrong-action" };
}

function signatureOf(parameters: Challenge["parameters"]): Buffer {
  return seal("captcha", JSON.stringify(parameters));
}

function seal(purpose: string, content: string | Buffer): Buffer {
  return createHmac("sha256", secretFor(purpose).toString("hex")).update(content).digest();
}

function isSame(given: string, own: Buffer): boolean {
  return timingSafeEqual(Buffer.from(given, "hex"), own);
}

function parsed(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, "base64").toString());
  } catch {
    // What a stranger sends need not be JSON; undefined is refused like every other wrong shape.
    return undefined;
  }
}
