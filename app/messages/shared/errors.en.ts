import type { id } from "./errors.id.ts";

export const en: typeof id = {
  no_security_contact:
    "The operator of this shop has not set a contact for security reports. Use the contact page.",
  unexpected: "Something went wrong on our side. Try again in a moment.",
  temporarily_unavailable: "The shop is busy. Try again in a moment.",
  invalid_input: "What was sent is incomplete or wrong. Check it and send it again.",
  not_found: "Not found.",
  no_authorization: "Sign in to go on.",
  idempotency_key_reused: "This request key was used for another request.",
  idempotency_key_required: "Send an Idempotency-Key so that the request can be repeated safely.",
  empty_cart: "The cart is empty.",
  cart_problems: "The cart has changed. Check it before ordering.",
  reauthentication_needed: "Prove first that it is you, then repeat this.",
  account_in_use: "An order, return or claim is still under way, or money has not gone back.",
  last_admin: "You are the only administrator. Appoint another one first.",
  contact_missing: "Enter an email for receipts in your details first.",
  captcha_failed: "The spam check did not pass. Send again with a new answer.",
  total_changed: "The total has changed since you saw it. Check it and order again.",
  too_many_orders:
    "Too many orders in a short time. Pay the ones you have, sign in with a confirmed email address, or try again tomorrow.",
  too_many_unpaid_pieces:
    "Another unpaid order already holds this item. Pay or cancel that order first, or lower the quantity.",
  too_many_unpaid: "Ten of your orders wait for payment. Pay or cancel one of them first.",
  promo_exhausted: "This promo code has just been used up.",
  out_of_stock: "There is not enough stock. Lower the quantity or choose something else.",
  terms_changed: "The terms have changed. Read and accept them again.",
  payment_method_not_available: "This payment method is not available. Choose another one.",
  payment_method_unavailable:
    "This payment method is unavailable right now. Choose another one, or try later.",
  payment_unavailable: "The payment cannot be opened now. The order is kept; try to pay later.",
  payment_provider_unavailable:
    "The payment provider is unavailable right now. Try again in a few minutes.",
  order_not_found: "Order not found.",
  order_not_cancelable: "This order is being prepared and can no longer be cancelled.",
  address_blocked: "This shop blocks your network address. Contact the shop if this is a mistake.",
  too_many_requests: "Too many attempts. Wait a moment and try again.",
  too_many_codes: "Too many promo codes were wrong. Wait a while, or go on without a code.",
};
