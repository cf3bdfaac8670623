import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./terms-editor.en.ts";
import { id } from "./terms-editor.id.ts";

export const { of: termsEditorWords, use: useTermsEditorWords } = defineMessages(id, en);
