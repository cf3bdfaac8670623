import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./security.en.ts";
import { id } from "./security.id.ts";

export const { of: securityWords, use: useSecurityWords } = defineMessages(id, en);
