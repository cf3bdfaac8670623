import * as v from "valibot";
import { type PersonaliseInput, personaliseSchema } from "#shop/designs/personalise.server.ts";

/** Names of the parameters with a field's value begin with this. */
const fieldPrefix = "f.";

/** `?variant=&template=&f.name=Rani`; undefined where it is no such request. */
export function personaliseInput(searchParams: URLSearchParams): PersonaliseInput | undefined {
  const values = [...searchParams]
    .filter(([name]) => name.startsWith(fieldPrefix))
    .map(([name, value]) => [name.slice(fieldPrefix.length), value] as const);
  const input = v.safeParse(personaliseSchema, {
    variant_id: searchParams.get("variant") ?? "",
    template_id: searchParams.get("template") ?? "",
    values: Object.fromEntries(values),
  });
  return input.success ? input.output : undefined;
}
