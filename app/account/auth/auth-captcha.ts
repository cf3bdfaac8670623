import { captchaToken } from "#app/browser/captcha/captcha.ts";
import type { SignInWays } from "#app/sign-in-ways.ts";

/** What the client takes beside a request, where the shop asks for a captcha; each is good for one request. */
export type CaptchaProof = () => Promise<{ captchaToken?: string }>;

/** @throws CaptchaError when the captcha cannot be had now */
export function captchaProof({ captcha }: SignInWays): CaptchaProof {
  return async () => (captcha ? { captchaToken: await captchaToken("auth", captcha.siteKey) } : {});
}
