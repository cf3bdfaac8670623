import { type CaptchaAction, CaptchaError } from "./captcha-error.ts";

/*
 * reCAPTCHA v3, from its alternate domain and in Indonesian. app.css hides its badge; the form shows the badge's
 * text.
 */

interface Recaptcha {
  ready(run: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}

/** Milliseconds between two looks whether the script has set itself up. */
const pollDelay = 25;
const timeoutMs = 10_000;

let loading: { siteKey: string; ready: Promise<Recaptcha> } | undefined;

export async function recaptchaToken(action: CaptchaAction, siteKey: string): Promise<string> {
  return (await load(siteKey)).execute(siteKey, { action });
}

/** Loads one script a page for all forms. @throws CaptchaError for another key, or when it cannot be loaded */
function load(siteKey: string): Promise<Recaptcha> {
  if (loading && loading.siteKey !== siteKey) {
    return Promise.reject(new CaptchaError("reCAPTCHA already loaded with different site key"));
  }
  loading ??= { siteKey, ready: addScript(siteKey) };
  // One that failed may be tried again: the connection may be back.
  loading.ready.catch(() => {
    loading = undefined;
  });
  return loading.ready;
}

async function addScript(siteKey: string): Promise<Recaptcha> {
  const script = document.createElement("script");
  const query = new URLSearchParams({ render: siteKey, hl: "id" });
  script.src = `https://www.recaptcha.net/recaptcha/api.js?${query}`;
  script.async = true;
  await new Promise<void>((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new CaptchaError("Something went wrong while loading reCAPTCHA"));
    };
    document.head.append(script);
  });
  for (let waited = 0; waited < timeoutMs; waited += pollDelay) {
    const api = window.grecaptcha;
    if (api) return new Promise((resolve) => api.ready(() => resolve(api)));
    await new Promise((resolve) => setTimeout(resolve, pollDelay));
  }
  throw new CaptchaError("Something went wrong while loading reCAPTCHA");
}
