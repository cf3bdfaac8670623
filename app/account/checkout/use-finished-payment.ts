import { useRef, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { useLocalPath } from "#app/language.ts";
import { useCardPayment } from "../payment/use-card-payment.ts";
import type { CheckoutAnswer } from "./checkout-action.server.ts";

/** Ends a payment: the server settles it before the next page loads. */
export function useFinishedPayment(orderId: string | null) {
  const navigate = useNavigate();
  const to = useLocalPath();
  const settling = useFetcher<CheckoutAnswer>();
  const order = useRef(orderId);
  order.current = orderId;
  const [isFinished, setIsFinished] = useState(false);
  const finish = () => {
    setIsFinished(true);
    const body = JSON.stringify({ intent: "settle", order_id: order.current });
    void settling
      .submit(body, { method: "post", encType: "application/json" })
      .then(() => navigate(`${to("/Success")}?order=${order.current}`));
  };
  return { ...useCardPayment(finish), finish, isFinished };
}
