import { currentActor } from "#app/access.server.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { fallbackMeta, pageMeta } from "#app/page-meta.ts";
import { useItemWords } from "#app/storefront/item/messages/item.ts";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { previewProduct } from "#shop/catalogue/find-product.server.ts";
import { pageNotFound } from "../page-not-found.server.ts";
import type { Route } from "./+types/preview";
import { ProductPage } from "./product-page.tsx";

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return fallbackMeta(args);
  return pageMeta(args, { title: args.loaderData.product.name, hidden: true, uncanonical: true });
};

/** A product before buyers see it, for staff who may read products. All other requests get a 404. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const actor = currentActor(context);
  const found =
    actor.kind === "person"
      ? await previewProduct(actor, params.id ?? "", languageOf(url.pathname))
      : undefined;
  if (!found) throw await pageNotFound(url);
  return { product: { ...found, related: [] } };
}

export default function Preview({ loaderData: { product } }: Route.ComponentProps) {
  const { preview: words } = useItemWords();
  const to = useLocalPath();
  return (
    <>
      <div className="page pt-4">
        <Notice
          tone="warning"
          action={
            <Link className="link" to={to(`/admin/Products/${product.id}`)}>
              {words.back}
            </Link>
          }
        >
          {words.text}
        </Notice>
      </div>
      <ProductPage key={product.id} product={product} isPreview />
    </>
  );
}
