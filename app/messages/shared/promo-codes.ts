import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./promo-codes.en.ts";
import { id } from "./promo-codes.id.ts";

export const { use: usePromoCodeWords } = defineMessages(id, en);
