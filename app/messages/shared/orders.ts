import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./orders.en.ts";
import { id } from "./orders.id.ts";

export const { of: orderWords, use: useOrderWords } = defineMessages(id, en);
