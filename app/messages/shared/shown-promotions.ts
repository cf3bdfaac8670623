import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./shown-promotions.en.ts";
import { id } from "./shown-promotions.id.ts";

export const { use: useShownPromotionWords } = defineMessages(id, en);
