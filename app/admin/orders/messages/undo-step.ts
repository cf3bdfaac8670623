import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./undo-step.en.ts";
import { id } from "./undo-step.id.ts";

/** The offer to undo the newest step of an order. */
export const { use: useUndoWords } = defineMessages(id, en);
