import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./settings.en.ts";
import { id } from "./settings.id.ts";

export const { of: settingsWords, use: useSettingsWords } = defineMessages(id, en);
