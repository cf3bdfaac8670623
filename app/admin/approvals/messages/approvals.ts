import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./approvals.en.ts";
import { id } from "./approvals.id.ts";

export const { of: approvalWords, use: useApprovalWords } = defineMessages(id, en);
