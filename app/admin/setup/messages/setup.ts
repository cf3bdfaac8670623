import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./setup.en.ts";
import { id } from "./setup.id.ts";

export const { of: setupWords, use: useSetupWords } = defineMessages(id, en);
