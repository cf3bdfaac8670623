import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./notifications.en.ts";
import { id } from "./notifications.id.ts";

export const { of: notificationWords, use: useNotificationWords } = defineMessages(id, en);
