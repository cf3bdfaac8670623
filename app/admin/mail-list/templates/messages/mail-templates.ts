import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./mail-templates.en.ts";
import { id } from "./mail-templates.id.ts";

export const { of: templateWords, use: useTemplateWords } = defineMessages(id, en);
