import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./presence.en.ts";
import { id } from "./presence.id.ts";

export const { of: presenceWords, use: usePresenceWords } = defineMessages(id, en);
