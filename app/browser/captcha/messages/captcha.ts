import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./captcha.en.ts";
import { id } from "./captcha.id.ts";

export const { of: captchaWords, use: useCaptchaWords } = defineMessages(id, en);
