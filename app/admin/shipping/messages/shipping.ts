import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./shipping.en.ts";
import { id } from "./shipping.id.ts";

export const { of: shippingWords, use: useShippingWords } = defineMessages(id, en);
