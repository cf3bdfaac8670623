import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./categories.en.ts";
import { id } from "./categories.id.ts";

export const { of: categoryWords, use: useCategoryWords } = defineMessages(id, en);
