import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./sign-up.en.ts";
import { id } from "./sign-up.id.ts";

export const { of: signUpWords, use: useSignUpWords } = defineMessages(id, en);
