import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./automations.en.ts";
import { id } from "./automations.id.ts";

export const { of: automationWords, use: useAutomationWords } = defineMessages(id, en);
