import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./mail-list.en.ts";
import { id } from "./mail-list.id.ts";

export const { of: mailListWords, use: useMailListWords } = defineMessages(id, en);
