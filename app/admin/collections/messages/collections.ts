import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./collections.en.ts";
import { id } from "./collections.id.ts";

export const { of: collectionWords, use: useCollectionWords } = defineMessages(id, en);
