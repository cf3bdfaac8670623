import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./faq.en.ts";
import { id } from "./faq.id.ts";

export const { of: faqWords, use: useFaqWords } = defineMessages(id, en);
