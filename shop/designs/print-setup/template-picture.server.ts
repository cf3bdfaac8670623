import { LRUCache } from "lru-cache";
import { isUuid } from "#base/uuid.ts";
import { asShop, asVisitor, type Sql, type SqlFragment } from "#db/client.server.ts";
import { withGreySlots } from "#shop/designs/document/photo-slots.ts";
import { readPrintSpec } from "#shop/designs/document/print-spec.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import { pictureOf } from "#shop/designs/draw/picture-of.server.ts";
import { drawInThread } from "#shop/designs/in-thread.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";

/** A template with its sample words as SVG. @returns undefined where there is none, or the person may not read products */
export async function drawTemplatePicture(
  actor: Person,
  productId: string,
  id: string,
): Promise<string | undefined> {
  if (!may(actor, "products.read") || !isUuid(productId) || !isUuid(id)) return undefined;
  const sql = asShop();
  return draw(sql, id, sql`t.product_id = ${productId}`);
}

export interface TemplatePicture {
  readonly svg: string;
  /** Of the template, which its address names. */
  readonly version: number;
}

/** Drawn pictures by template and version. */
const drawn = new LRUCache<string, Promise<string | undefined>>({ max: 500 });

/** The picture of a template that everybody can see. A process draws each version once. */
export async function findTemplatePicture(id: string): Promise<TemplatePicture | undefined> {
  if (!isUuid(id)) return undefined;
  const sql = asVisitor();
  const [row] = await sql<{ version: number }[]>`
    select version from design_templates where id = ${id} and published`;
  if (!row) return undefined;
  const { version } = row;
  const key = `${id}@${version}`;
  let picture = drawn.get(key);
  if (!picture) {
    picture = draw(sql, id, sql`t.published and t.version = ${version}`);
    drawn.set(key, picture);
    // A failure, or a version that ended meanwhile, is drawn anew.
    picture.then(
      (svg) => svg === undefined && drawn.delete(key),
      () => drawn.delete(key),
    );
  }
  const svg = await picture;
  return svg === undefined ? undefined : { svg, version };
}

async function draw(sql: Sql, id: string, where: SqlFragment): Promise<string | undefined> {
  const [row] = await sql<{ document: unknown; spec: unknown }[]>`
    select t.document, s.spec from design_templates t join print_specs s on s.id = (t.document ->> 'spec')::uuid
    where t.id = ${id} and ${where}`;
  if (!row) return undefined;
  const document = readDocument(row.document);
  const spec = readPrintSpec(row.spec);
  if (!document.ok || !spec.ok) throw new Error(`the template ${id} cannot be read`);
  const { list } = await drawInThread("drawDesign", {
    document: withGreySlots(document.value),
    spec: spec.value,
  });
  return pictureOf(list);
}
