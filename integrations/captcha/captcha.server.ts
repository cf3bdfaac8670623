import { createHash } from "node:crypto";
import { config } from "#base/config.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";
import { challengeLife, checkSolution } from "./altcha.server.ts";
import type { CaptchaAction } from "./captcha-action.ts";
import { askRecaptcha } from "./recaptcha.server.ts";

const maxTokenLength = 8192;

/**
 * Verifies a captcha token: by reCAPTCHA where the shop has its keys, else by ALTCHA, which needs none. Every token is
 * accepted once.
 * @returns undefined for a valid token, else the reasons as stable codes; `captcha-unavailable` when the service does
 * not answer
 */
export async function verifyCaptcha(
  action: CaptchaAction,
  token: string,
  from: { ip: string },
): Promise<readonly string[] | undefined> {
  if (token === "") return ["missing-input-response"];
  if (token.length > maxTokenLength) return ["invalid-input-response"];
  const { recaptcha, publicUrl } = config();
  if (recaptcha) {
    const { hostname } = new URL(publicUrl);
    const problems = await askRecaptcha(recaptcha, action, token, { ...from, hostname });
    return problems ?? spend(token);
  }
  const checked = await checkSolution(action, token);
  return "problem" in checked ? [checked.problem] : spend(checked.once);
}

/** Stored longer than the token's lifetime. */
async function spend(once: string): Promise<readonly string[] | undefined> {
  const key = `captcha:${createHash("sha256").update(once).digest("base64url")}`;
  const wait = await countRequest(key, { limit: 1, windowSeconds: challengeLife + 60 });
  return wait > 0 ? ["timeout-or-duplicate"] : undefined;
}
