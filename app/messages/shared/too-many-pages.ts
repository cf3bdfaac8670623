import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./too-many-pages.en.ts";
import { id } from "./too-many-pages.id.ts";

export const { of: tooManyPagesWords } = defineMessages(id, en);
