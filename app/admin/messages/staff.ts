import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./staff.en.ts";
import { id } from "./staff.id.ts";

export const { of: staffWords, use: useStaffWords } = defineMessages(id, en);
