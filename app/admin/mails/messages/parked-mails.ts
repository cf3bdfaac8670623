import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./parked-mails.en.ts";
import { id } from "./parked-mails.id.ts";

export const { of: parkedMailWords, use: useParkedMailWords } = defineMessages(id, en);
