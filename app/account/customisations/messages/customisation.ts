import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./customisation.en.ts";
import { id } from "./customisation.id.ts";

export const { of: customisationWords, use: useCustomisationWords } = defineMessages(id, en);
