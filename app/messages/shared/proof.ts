import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./proof.en.ts";
import { id } from "./proof.id.ts";

export const { use: useProofWords } = defineMessages(id, en);
