import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./customers.en.ts";
import { id } from "./customers.id.ts";

export const { of: customerWords, use: useCustomerWords } = defineMessages(id, en);
