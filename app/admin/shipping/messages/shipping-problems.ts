import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./shipping-problems.en.ts";
import { id } from "./shipping-problems.id.ts";

export const { use: useShippingProblemWords } = defineMessages(id, en);
