import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./proof-waits.en.ts";
import { id } from "./proof-waits.id.ts";

export const { use: useProofWaitsWords } = defineMessages(id, en);
