import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./campaign-trial.en.ts";
import { id } from "./campaign-trial.id.ts";

export const { use: useTrialWords } = defineMessages(id, en);
