import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./deposit.en.ts";
import { id } from "./deposit.id.ts";

export const { use: useDepositWords } = defineMessages(id, en);
