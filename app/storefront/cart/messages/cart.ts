import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./cart.en.ts";
import { id } from "./cart.id.ts";

export const { of: cartWords, use: useCartWords } = defineMessages(id, en);
