import { data } from "react-router";
import { requireSignedIn } from "#app/access.server.ts";
import { languageOf } from "#app/language.ts";
import { findInvoice } from "#shop/orders/invoice/find-invoice.server.ts";
import { methodName } from "#shop/settings/payment-methods/methods.server.ts";
import { personOf } from "../person.server.ts";
import type { Route } from "./+types/invoice";

export const middleware: Route.MiddlewareFunction[] = [requireSignedIn];

/** The invoice of an own order as a PDF. Not found until it is paid. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const invoice = await findInvoice(
    personOf(context),
    params.id,
    languageOf(url.pathname),
    methodName,
  );
  if (!invoice) throw data(null, { status: 404 });
  return new Response(invoice.bytes, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${invoice.fileName}"`,
    },
  });
}
