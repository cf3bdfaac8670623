import * as v from "valibot";
import { log } from "#base/log.server.ts";
import type { CaptchaAction } from "./captcha-action.ts";

/** Below this the service takes the sender for a program; its own advice to begin with. */
const leastScore = 0.5;
/** Milliseconds. */
const timeoutMs = 5_000;

export interface RecaptchaSettings {
  readonly siteKey: string;
  readonly secretKey: string;
  /** Where tokens are verified. */
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
 * Asks the service about a token of its third version. A token lives two minutes and counts once; that is kept there.
 * @param hostname of our pages: a token that was made on another site is refused
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
  const reported = v.safeParse(answerSchema, answer);
  if (!reported.success) return ["captcha-unavailable"];
  const { success, score = 0, action: madeFor, hostname: madeOn } = reported.output;
  if (!success) return reported.output["error-codes"].slice(0, 5);
  if (madeFor !== action) return ["wrong-action"];
  if (madeOn !== hostname) return ["wrong-hostname"];
  return score < leastScore ? ["low-score"] : undefined;
}
