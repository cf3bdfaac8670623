import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./sign-in.en.ts";
import { id } from "./sign-in.id.ts";

export const { of: signInWords, use: useSignInWords } = defineMessages(id, en);
