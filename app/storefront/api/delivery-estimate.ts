import * as v from "valibot";
import { languageOf } from "#app/language.ts";
import { estimateDelivery } from "#shop/orders/cart/estimate-delivery.server.ts";
import type { Route } from "./+types/delivery-estimate";

const inputSchema = v.object({
  variant_id: v.pipe(v.string(), v.uuid()),
  quantity: v.pipe(v.string(), v.regex(/^[1-9]\d?$/), v.transform(Number)),
  region_code: v.pipe(v.string(), v.regex(/^\d{2,10}$/)),
  is_printed: v.pipe(
    v.optional(v.picklist(["0", "1"]), "0"),
    v.transform((value) => value === "1"),
  ),
});

/** Deliveries to a district for some pieces of one variant. */
export async function loader({ request }: Route.LoaderArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const input = v.safeParse(inputSchema, Object.fromEntries(searchParams));
  if (!input.success) return Response.json({ error: { code: "invalid_input" } }, { status: 400 });
  return Response.json(await estimateDelivery(input.output, languageOf(pathname)));
}
