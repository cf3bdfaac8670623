import type { SignInMethods } from "#app/sign-in-methods.ts";

/** Gives the captcha token of a request, where the shop requires one; each token is valid for one request. */
export type CaptchaProof = () => Promise<{ captchaToken?: string }>;

/** @throws CaptchaError when no captcha token can be obtained now */
export function captchaProof({ captcha }: SignInMethods): CaptchaProof {
  return async () => {
    if (!captcha) return {};
    const { captchaToken } = await import("#app/browser/captcha/captcha.ts");
    return { captchaToken: await captchaToken("auth", captcha.siteKey) };
  };
}
