import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./ui.en.ts";
import { id } from "./ui.id.ts";

export const { of: uiWords, use: useWords } = defineMessages(id, en);
