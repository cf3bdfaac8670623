import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./shipping-hours.en.ts";
import { id } from "./shipping-hours.id.ts";

export const { use: useShippingHoursWords } = defineMessages(id, en);
