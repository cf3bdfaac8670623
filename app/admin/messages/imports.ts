import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./imports.en.ts";
import { id } from "./imports.id.ts";

export const { of: importWords, use: useImportWords } = defineMessages(id, en);
