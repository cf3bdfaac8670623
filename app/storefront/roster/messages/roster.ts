import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./roster.en.ts";
import { id } from "./roster.id.ts";

export const { use: useRosterWords, of: rosterWords } = defineMessages(id, en);
