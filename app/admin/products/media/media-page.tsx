import { data } from "react-router";
import { mediaWords, useMediaWords } from "#app/admin/products/media/messages/media.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Link } from "#app/ui/link.tsx";
import { findProductPictures } from "#shop/catalogue/media/read-pictures.server.ts";
import { staffWith } from "../../staff.server.ts";
import type { Route } from "./+types/media-page";
import { changePictures } from "./media-action.server.ts";
import { ProductMedia } from "./product-media.tsx";

export const meta: Route.MetaFunction = (source) => {
  const language = languageOf(source.location.pathname);
  const found = source.loaderData as Route.ComponentProps["loaderData"] | undefined;
  const title = mediaWords(language).title(found?.product.name[language] ?? "");
  return pageMeta(source, { title, hidden: true });
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const product = await findProductPictures(staffWith(context, "media.manage"), params.id);
  if (!product) throw data(null, 404);
  return { product };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = staffWith(context, "media.manage");
  return changePictures(actor, params.id, await readForm(request));
}

/** The pictures of a product on a page of their own; it also answers the panel's forms without script. */
export default function MediaPage({ loaderData: { product }, actionData }: Route.ComponentProps) {
  const words = useMediaWords();
  const language = useLanguage();
  const to = useLocalPath();
  return (
    <div className="grid max-w-5xl gap-5 wrap-anywhere">
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl">
          {words.title(product.name[language])}
        </h1>
        <p className="text-muted">
          {words.lead}{" "}
          <Link to={to(`/item/${product.slug}`)} className="link">
            {words.toShop}
          </Link>{" "}
          <Link to={to(`/admin/Products/${product.id}/Mockups`)} className="link">
            {words.toMockups}
          </Link>
        </p>
      </header>
      <ProductMedia
        productId={product.id}
        pictures={product.pictures}
        variants={product.variants}
        options={product.options}
        answer={actionData}
      />
    </div>
  );
}
