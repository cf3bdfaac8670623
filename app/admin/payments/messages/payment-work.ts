import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./payment-work.en.ts";
import { id } from "./payment-work.id.ts";

export const { of: paymentWorkWords, use: usePaymentWorkWords } = defineMessages(id, en);
