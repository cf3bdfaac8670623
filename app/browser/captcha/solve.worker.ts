import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";

/** Milliseconds after which a device is too slow for this. */
const patience = 60_000;

/** Works a challenge out aside from the page, so that typing stays smooth. */
self.onmessage = async ({ data: challenge }: MessageEvent<Challenge>) => {
  try {
    const solution = await solveChallenge({ challenge, deriveKey, timeout: patience });
    if (!solution) throw new Error("the captcha took too long");
    self.postMessage({ token: btoa(JSON.stringify({ challenge, solution })) });
  } catch (error) {
    self.postMessage({ error: error instanceof Error ? error.message : "the captcha failed" });
  }
};
