import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./restore-cart.en.ts";
import { id } from "./restore-cart.id.ts";

export const { of: restoreCartWords, use: useRestoreCartWords } = defineMessages(id, en);
