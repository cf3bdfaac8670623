import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./design-keys.en.ts";
import { id } from "./design-keys.id.ts";

export const { use: useDesignKeysWords } = defineMessages(id, en);
