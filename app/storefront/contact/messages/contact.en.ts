import { counted } from "#base/plural.ts";
import type { id } from "./contact.id.ts";

export const en: typeof id = {
  title: "Contact",
  whatsappFirst: "WhatsApp is fastest.",
  lead: "We answer messages from this form by email on working days.",
  methods: "Reach us directly",
  formTitle: "Write to us",
  name: "Name",
  email: "Email",
  emailHint: "Our answer goes here.",
  phone: "Phone",
  orderNumber: "Order number",
  orderNumberHint: "It is in the email about your order, e.g. INV-10001.",
  topic: "About",
  topicNone: "Choose one",
  topics: {
    product: "A product",
    custom: "A custom order",
    order: "My order",
    return: "A return or complaint",
    privacy: "My personal data",
    other: "Something else",
  },
  message: "Message",
  messageHint: "Up to 4,000 characters.",
  send: "Send message",
  checking: "Checking, one moment…",
  privacy: "We use what you enter here only to answer you.",
  sentTitle: "Your message has arrived",
  sentText: (number, email) =>
    `Your message number is ${number}. A receipt is on its way to ${email}.`,
  another: "Write another message",
  problems: "Put right what is marked red.",
  errors: {
    required: "This is still empty.",
    too_long: "Too long. Shorten it a little.",
    email_invalid: "This email is incomplete. Example: name@example.com.",
    phone_invalid: "Write an Indonesian mobile number, for example 0812-3456-7890.",
    topic_required: "Choose what your message is about.",
  },
  failures: {
    captcha_missing:
      "The spam check needs JavaScript. Switch JavaScript on and send again, or use the contacts of the shop if this page has any. What you typed is still below.",
    captcha_failed:
      "The spam check did not succeed. Send once more; if it fails again, use the contacts of the shop if this page has any.",
    captcha_unavailable:
      "The spam check cannot be loaded now. Try again in a moment, or use the contacts of the shop if this page has any.",
    idempotency_key_reused: "This form has been sent. Reload the page to write another message.",
    offline: "There is no connection. Nothing was sent; send again once you are back online.",
  },
  tooMany: (minutes) =>
    minutes > 90
      ? "Many messages were sent today. Try again tomorrow."
      : `Many messages were sent. Try again in ${counted(minutes, "minute", "minutes")}.`,
};
