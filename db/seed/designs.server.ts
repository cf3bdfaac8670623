import type { TransactionSql } from "../driver.server.ts";
import { seedId } from "./deterministic.ts";
import { kits } from "./kits.server.ts";
import { labelSheet } from "./printed/label-sheet.ts";
import { mug } from "./printed/mug.ts";
import { notebook } from "./printed/notebook.ts";
import { phoneCase } from "./printed/phone-case.ts";
import { poster } from "./printed/poster.ts";
import type { PrintedGoods } from "./printed/printed-goods.ts";
import { teamShirt } from "./printed/team-shirt.ts";
import { tote } from "./printed/tote.ts";
import { tumbler } from "./printed/tumbler.ts";

const printedGoods: readonly PrintedGoods[] = [
  mug,
  teamShirt,
  tote,
  tumbler,
  phoneCase,
  poster,
  notebook,
  labelSheet,
];

/** What can be printed on the demo shop's goods, their templates and their mock-ups. */
export async function seedDesigns(sql: TransactionSql): Promise<void> {
  await sql`insert into public.mockup_kits ${sql(kits)}`;
  for (const goods of printedGoods) await seedGoods(sql, goods);
}

async function seedGoods(
  sql: TransactionSql,
  { slug, specs, templates, printAmount }: PrintedGoods,
): Promise<void> {
  const product = seedId(`product:${slug}`);
  await sql`
    insert into public.print_specs ${sql(
      specs.map(({ id, spec }, index) => ({
        id,
        product_id: product,
        revision: index + 1,
        spec: sql.json(spec),
      })),
    )}`;
  for (const { id, variants } of specs)
    await sql`
      insert into public.variant_specs (variant_id, spec_id)
      select id, ${id} from public.product_variants
      where product_id = ${product} and options @> ${sql.json(variants ?? {})}`;
  await sql`
    insert into public.design_templates ${sql(
      templates.map(({ code, name, document }, position) => ({
        id: seedId(`design-template:${code}`),
        product_id: product,
        published: true,
        position,
        name: sql.json(name),
        document: sql.json(document),
      })),
    )}`;
  await sql`
    update public.products set print_required = true, print_amount = ${printAmount} where id = ${product}`;
}
