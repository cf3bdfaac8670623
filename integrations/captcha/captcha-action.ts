/** Actions protected by a captcha; a token is valid for its own action only. */
export const captchaActions = [
  "contact",
  "unsubscribe_link",
  "subscribe",
  "auth",
  "stock_alert",
  "place_order",
  "design_upload",
] as const;
export type CaptchaAction = (typeof captchaActions)[number];
