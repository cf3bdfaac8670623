import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./mockups.en.ts";
import { id } from "./mockups.id.ts";

export const { of: mockupsWords, use: useMockupsWords } = defineMessages(id, en);
