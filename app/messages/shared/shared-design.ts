import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./shared-design.en.ts";
import { id } from "./shared-design.id.ts";

export const { use: useSharedDesignWords, of: sharedDesignWords } = defineMessages(id, en);
