import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./staff-invitation.en.ts";
import { id } from "./staff-invitation.id.ts";

export const { of: staffInvitationWords, use: useStaffInvitationWords } = defineMessages(id, en);
