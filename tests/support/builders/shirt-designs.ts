import type { DesignDocument } from "#shop/designs/document/document.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import { openTemplate } from "#shop/designs/edit/open-template.ts";
import { asSeed } from "#tests/support/runner/connections.ts";

/** The demo shop's shirt as the designer opens it, with its first template. */
export async function shirtDesign() {
  const [row] = await asSeed()<
    { product_id: string; variant_id: string; template_id: string; document: unknown }[]
  >`
    select p.id as product_id, v.id as variant_id, t.id as template_id, t.document
    from design_templates t join products p on p.id = t.product_id join product_variants v on v.product_id = p.id
    where p.slug = 'kaos-nama-tim' order by t.position, v.position limit 1`;
  const read = row && readDocument(row.document);
  if (!row || !read?.ok) throw new Error("the demo shop has no shirt to design");
  return { ...row, document: openTemplate(read.value) };
}

/** The design with this picture in its first area. @param width in millimetres */
export function withPicture(
  document: DesignDocument,
  asset: string,
  [w, h]: readonly [number, number],
  width = 100,
): DesignDocument {
  const image = {
    id: "foto",
    kind: "image" as const,
    asset,
    x: 100,
    y: 100,
    w: width,
    h: (width * h) / w,
    angle: 0,
    opacity: 1,
    crop: { x: 0, y: 0, w: 1, h: 1 },
    mask: "none" as const,
  };
  const [first, ...sides] = document.sides;
  const [area, ...areas] = first?.areas ?? [];
  if (!first || !area) throw new Error("the design has no area");
  const changed = { ...area, layers: [...area.layers, image] };
  return {
    ...document,
    assets: { ...document.assets, [asset]: { w, h } },
    sides: [{ ...first, areas: [changed, ...areas] }, ...sides],
  };
}
