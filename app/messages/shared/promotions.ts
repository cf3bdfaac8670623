import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./promotions.en.ts";
import { id } from "./promotions.id.ts";

export const { use: usePromotionWords } = defineMessages(id, en);
