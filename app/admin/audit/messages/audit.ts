import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./audit.en.ts";
import { id } from "./audit.id.ts";

export const { of: auditWords, use: useAuditWords } = defineMessages(id, en);
