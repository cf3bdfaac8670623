import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./admin.en.ts";
import { id } from "./admin.id.ts";

export const { of: adminWords, use: useAdminWords } = defineMessages(id, en);
