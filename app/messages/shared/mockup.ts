import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./mockup.en.ts";
import { id } from "./mockup.id.ts";

export const { use: useMockupWords } = defineMessages(id, en);
