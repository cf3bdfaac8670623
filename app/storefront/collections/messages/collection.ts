import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./collection.en.ts";
import { id } from "./collection.id.ts";

export const { of: collectionPageWords, use: useCollectionPageWords } = defineMessages(id, en);
