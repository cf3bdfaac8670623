import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./editing.en.ts";
import { id } from "./editing.id.ts";

export const { of: editingWords, use: useEditingWords } = defineMessages(id, en);
