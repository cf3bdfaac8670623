import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./synonyms.en.ts";
import { id } from "./synonyms.id.ts";

export const { of: synonymWords, use: useSynonymWords } = defineMessages(id, en);
