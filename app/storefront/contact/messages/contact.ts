import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./contact.en.ts";
import { id } from "./contact.id.ts";

export const { of: contactWords, use: useContactWords } = defineMessages(id, en);
