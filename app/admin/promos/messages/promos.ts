import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./promos.en.ts";
import { id } from "./promos.id.ts";

export const { of: promoWords, use: usePromoWords } = defineMessages(id, en);
