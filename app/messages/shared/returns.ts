import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./returns.en.ts";
import { id } from "./returns.id.ts";

export const { of: returnWords, use: useReturnWords } = defineMessages(id, en);
