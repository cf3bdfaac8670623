import type { id } from "./captcha.id.ts";

export const en: typeof id = {
  before: "This form is protected by reCAPTCHA. Google's",
  policy: "privacy policy",
  and: "and",
  terms: "terms apply",
};
