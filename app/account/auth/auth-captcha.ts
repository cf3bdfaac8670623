import type { SignInMethods } from "#app/sign-in-methods.ts";

/** What the client takes beside a request, where the shop asks for a captcha; each is good for one request. */
export type CaptchaProof = () => Promise<{ captchaToken?: string }>;

/** @throws CaptchaError when the captcha cannot be had now */
export function captchaProof({ captcha }: SignInMethods): CaptchaProof {
  return async () => {
    if (!captcha) return {};
    const { captchaToken } = await import("#app/browser/captcha/captcha.ts");
    return { captchaToken: await captchaToken("auth", captcha.siteKey) };
  };
}
