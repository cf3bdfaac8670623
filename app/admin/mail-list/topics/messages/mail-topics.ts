import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./mail-topics.en.ts";
import { id } from "./mail-topics.id.ts";

export const { use: useMailTopicWords, of: mailTopicWords } = defineMessages(id, en);
