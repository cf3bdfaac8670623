import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";

/** A task solved by ALTCHA's own library, in the form that a browser sends. */
export async function solved(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}

/** Requests a task from a running program and solves it. */
export async function captchaFor(url: string, action: string): Promise<string> {
  const response = await fetch(`${url}/api/captcha/${action}`);
  return solved((await response.json()) as Challenge);
}
