import { defineMessages } from "#app/messages/define-messages.ts";

export { wordsFor } from "./words-for.ts";

import { en } from "./buying.en.ts";
import { id } from "./buying.id.ts";

export const { of: buyingWords, use: useBuyingWords } = defineMessages(id, en);
