import { defineMessages } from "#app/messages/define-messages.ts";
import { en } from "./order-payment.en.ts";
import { id } from "./order-payment.id.ts";

/** How an order is paid, as staff read it. */
export const { use: useOrderPaymentWords } = defineMessages(id, en);
