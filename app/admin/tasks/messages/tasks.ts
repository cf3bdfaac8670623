import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./tasks.en.ts";
import { id } from "./tasks.id.ts";

export const { of: taskWords, use: useTaskWords } = defineMessages(id, en);
