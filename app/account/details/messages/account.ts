import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./account.en.ts";
import { id } from "./account.id.ts";

export const { of: accountWords, use: useAccountWords } = defineMessages(id, en);
