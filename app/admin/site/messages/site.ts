import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./site.en.ts";
import { id } from "./site.id.ts";

export const { of: siteWords, use: useSiteWords } = defineMessages(id, en);
