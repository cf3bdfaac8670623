import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./design-conflict.en.ts";
import { id } from "./design-conflict.id.ts";

export const { use: useDesignConflictWords } = defineMessages(id, en);
