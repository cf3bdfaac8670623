import { data } from "react-router";
import { requireSignedIn } from "#app/access.server.ts";
import { drawPaymentQr } from "#shop/orders/payments/attempts/draw-qr.server.ts";
import { personOf } from "../person.server.ts";
import type { Route } from "./+types/qr-picture";

export const middleware: Route.MiddlewareFunction[] = [requireSignedIn];

/** The QR code of an own order's open payment as a picture. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const picture = await drawPaymentQr(personOf(context), params.id);
  if (!picture) throw data(null, { status: 404 });
  return new Response(picture, {
    headers: { "content-type": "image/png", "cache-control": "no-store" },
  });
}
