import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./return-terms.en.ts";
import { id } from "./return-terms.id.ts";

/**
 * Days and postage of returns as sentences, from the shop's settings. Built on the server, so that pages do not load
 * the sentences for other settings.
 */
export const { of: returnTermsWords } = defineMessages(id, en);
