import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./payment.en.ts";
import { id } from "./payment.id.ts";

export const { of: paymentWords, use: usePaymentWords } = defineMessages(id, en);
