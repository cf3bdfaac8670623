import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./enquiries.en.ts";
import { id } from "./enquiries.id.ts";

export const { of: enquiryWords, use: useEnquiryWords } = defineMessages(id, en);
