export type CaptchaAction =
  | "contact"
  | "unsubscribe_link"
  | "subscribe"
  | "auth"
  | "stock_alert"
  | "place_order"
  | "design_upload";

/** No captcha token can be obtained now; the message is for the console, the page says what to do instead. */
export class CaptchaError extends Error {
  override readonly name = "CaptchaError";
}
