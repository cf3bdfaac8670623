import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./revision.en.ts";
import { id } from "./revision.id.ts";

export const { use: useRevisionWords, of: revisionWords } = defineMessages(id, en);
