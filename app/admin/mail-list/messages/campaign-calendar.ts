import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./campaign-calendar.en.ts";
import { id } from "./campaign-calendar.id.ts";

export const { of: calendarWords, use: useCalendarWords } = defineMessages(id, en);
