import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./campaign-drafts.en.ts";
import { id } from "./campaign-drafts.id.ts";

export const { use: useDraftWords } = defineMessages(id, en);
