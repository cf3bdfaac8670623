import * as v from "valibot";
import { log } from "#base/log.server.ts";
import type { CaptchaAction } from "./captcha-action.ts";

/** Scores below this count as automated; the service's own initial advice. */
const leastScore = 0.5;
/** Timeout in milliseconds. */
const timeoutMs = 5_000;

export interface RecaptchaSettings {
  readonly siteKey: string;
  readonly secretKey: string;
  /** The service's verification endpoint. */
  readonly url: string;
}

const answerSchema = v.object({
  success: v.boolean(),
  score: v.optional(v.number()),
  action: v.optional(v.string()),
  hostname: v.optional(v.string()),
  "error-codes": v.optional(v.array(v.string()), []),
});

/**
 * Verifies a reCAPTCHA v3 token. The service accepts a token once, within two minutes.
 * @param hostname of the shop's pages: a token of another site is refused
 * @returns the reasons against it, undefined when there are none
 */
export async function askRecaptcha(
  settings: RecaptchaSettings,
  action: CaptchaAction,
  token: string,
  { ip, hostname }: { ip: string; hostname: string },
): Promise<readonly string[] | undefined> {
  const answer = await fetch(settings.url, {
    method: "POST",
    body: new URLSearchParams({ secret: settings.secretKey, response: token, remoteip: ip }),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  })
    .then((response) => response.json() as Promise<unknown>)
    .catch((error: unknown) => {
      log.error({ err: error }, "the captcha service did not answer");
      return undefined;
    });
  const parsed = v.safeParse(answerSchema, answer);
  if (!parsed.success) return ["captcha-unavailable"];
  const { success, score = 0, action: madeFor, hostname: madeOn } = parsed.output;
  if (!success) return parsed.output["error-codes"].slice(0, 5);
  if (madeFor !== action) return ["wrong-action"];
  if (madeOn !== hostname) return ["wrong-hostname"];
  return score < leastScore ? ["low-score"] : undefined;
}
