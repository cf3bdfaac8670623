/** What a captcha is asked for; a token is good for the one action it was made for. */
export const captchaActions = [
  "contact",
  "unsubscribe_link",
  "auth",
  "stock_alert",
  "place_order",
] as const;
export type CaptchaAction = (typeof captchaActions)[number];
