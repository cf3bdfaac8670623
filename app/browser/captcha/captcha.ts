import { type CaptchaAction, CaptchaError } from "./captcha-error.ts";
import { recaptchaToken } from "./recaptcha.ts";

/**
 * A captcha token, valid once for one action.
 * @param siteKey of reCAPTCHA; undefined where the shop has none: then the browser solves a proof of work
 * @throws CaptchaError when the script or the challenge cannot be loaded, or another site key was loaded before
 */
export function captchaToken(action: CaptchaAction, siteKey: string | undefined): Promise<string> {
  return siteKey ? recaptchaToken(action, siteKey) : computedToken(action);
}

async function computedToken(action: CaptchaAction): Promise<string> {
  const response = await fetch(`/api/captcha/${action}`, { cache: "no-store" });
  if (!response.ok) throw new CaptchaError(`the captcha's task answered ${response.status}`);
  const challenge: unknown = await response.json();
  const worker = new Worker(new URL("./solve.worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<{ token: string } | { error: string }>) =>
        "token" in data ? resolve(data.token) : reject(new CaptchaError(data.error));
      worker.onerror = (event) => reject(new CaptchaError(event.message || "no captcha worker"));
      worker.postMessage(challenge);
    });
  } finally {
    worker.terminate();
  }
}
