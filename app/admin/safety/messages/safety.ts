import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./safety.en.ts";
import { id } from "./safety.id.ts";

export const { of: safetyWords, use: useSafetyWords } = defineMessages(id, en);
