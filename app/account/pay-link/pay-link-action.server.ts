import type { OrderAnswer } from "#app/account/order-action.server.ts";
import { payByLink, settleByLink } from "#shop/orders/payments/by-link/pay-by-link.server.ts";

/** Handles the forms of a pay link. The token in the address is the only authorisation. */
export async function answerPayLink(
  token: string,
  network: string,
  form: FormData,
): Promise<OrderAnswer> {
  switch (form.get("intent")) {
    case "pay": {
      const started = await payByLink(token, network, String(form.get("method") ?? ""));
      return started.ok ? {} : { problem: started.problem };
    }
    case "settle":
      await settleByLink(token, network);
      return {};
    default:
      return { problem: "unexpected" };
  }
}
