import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./quantity-limit.en.ts";
import { id } from "./quantity-limit.id.ts";

export const { use: useQuantityLimitWords } = defineMessages(id, en);
