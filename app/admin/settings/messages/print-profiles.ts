import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./print-profiles.en.ts";
import { id } from "./print-profiles.id.ts";

export const { of: printProfileWords, use: usePrintProfileWords } = defineMessages(id, en);
