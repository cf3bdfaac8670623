import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./offline.en.ts";
import { id } from "./offline.id.ts";

export const { of: offlineWords } = defineMessages(id, en);
