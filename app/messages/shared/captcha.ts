import { useLanguage } from "#app/language.ts";
import { en } from "./captcha.en.ts";
import { id } from "./captcha.id.ts";

export const captchaWords = { id, en };

export function useCaptchaWords(): typeof id {
  return captchaWords[useLanguage()];
}
