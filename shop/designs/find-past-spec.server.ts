import { asVisitor } from "#db/client.server.ts";
import { type PrintSpec, readPrintSpec } from "./document/print-spec.ts";

/** A revision, also a former one, of how goods are printed that everybody can see. */
export async function findPastSpec(id: string): Promise<PrintSpec | undefined> {
  const [row] = await asVisitor()<
    { spec: unknown }[]
  >`select spec from print_specs where id = ${id}`;
  const spec = row && readPrintSpec(row.spec);
  return spec?.ok ? spec.value : undefined;
}
