import { data } from "react-router";
import { networkContext } from "#app/context.ts";
import { qrByLink } from "#shop/orders/payments/by-link/pay-by-link.server.ts";
import type { Route } from "./+types/pay-qr";

/** The QR code of the open payment of a pay link. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const picture = await qrByLink(params.token, context.get(networkContext));
  if (!picture) throw data(null, { status: 404 });
  return new Response(picture, {
    headers: { "content-type": "image/png", "cache-control": "no-store" },
  });
}
