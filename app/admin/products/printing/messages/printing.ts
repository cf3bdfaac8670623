import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./printing.en.ts";
import { id } from "./printing.id.ts";

export const { of: printingWords, use: usePrintingWords } = defineMessages(id, en);
