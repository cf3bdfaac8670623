import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./grid.en.ts";
import { id } from "./grid.id.ts";

export const { of: gridWords, use: useGridWords } = defineMessages(id, en);
