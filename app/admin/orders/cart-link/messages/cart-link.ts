import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./cart-link.en.ts";
import { id } from "./cart-link.id.ts";

/** The form that builds a cart link. */
export const { of: cartLinkWords, use: useCartLinkWords } = defineMessages(id, en);
