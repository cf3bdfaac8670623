import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./drafts.en.ts";
import { id } from "./drafts.id.ts";

export const { of: draftWords, use: useDraftWords } = defineMessages(id, en);
