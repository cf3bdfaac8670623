import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./filters.en.ts";
import { id } from "./filters.id.ts";

export const { of: filterWords, use: useFilterWords } = defineMessages(id, en);
