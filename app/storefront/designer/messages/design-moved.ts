import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./design-moved.en.ts";
import { id } from "./design-moved.id.ts";

export const { use: useDesignMovedWords } = defineMessages(id, en);
