import { asShop } from "#db/client.server.ts";
import { type PrintSpec, readPrintSpec } from "#shop/designs/document/print-spec.ts";

/** A revision of a product's print specification; undefined for another product's. */
export async function findSpec(productId: string, specId: string): Promise<PrintSpec | undefined> {
  const [row] = await asShop()<{ spec: unknown }[]>`
    select s.spec from print_specs s where s.id = ${specId} and s.product_id = ${productId}`;
  const spec = row && readPrintSpec(row.spec);
  return spec?.ok ? spec.value : undefined;
}
