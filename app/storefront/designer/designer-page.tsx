import { currentActor } from "#app/access.server.ts";
import { languageOf } from "#app/language.ts";
import { designerWords } from "#app/messages/shared/designer.ts";
import { fallbackMeta, pageMeta } from "#app/page-meta.ts";
import { findDesignStart } from "#shop/designs/find-design-start.server.ts";
import { pageNotFound } from "../page-not-found.server.ts";
import type { Route } from "./+types/designer-page";
import { Designer } from "./designer.tsx";

export const meta: Route.MetaFunction = (source) => {
  if (!source.loaderData) return fallbackMeta(source);
  const { product } = source.loaderData.start;
  const words = designerWords(languageOf(source.location.pathname));
  return pageMeta(source, {
    title: words.title(product.name),
    path: `/item/${product.slug}/Design`,
    hidden: true,
  });
};

export const handle = { hasNoHeadings: true };

/** Parameters with the words for a field begin with this, as in the preview's address. */
const fieldPrefix = "f.";

/** The designer of a product: `?template=`, `variant=` and `f.` parameters go on from the form on its page. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { searchParams } = url;
  const values = [...searchParams]
    .filter(([name]) => name.startsWith(fieldPrefix))
    .map(([name, value]) => [name.slice(fieldPrefix.length), value] as const);
  const begun = {
    template: searchParams.get("template"),
    variant: searchParams.get("variant"),
    values: Object.fromEntries(values),
  };
  const slug = params.id?.toLowerCase() ?? "";
  const start = await findDesignStart(
    currentActor(context),
    ...([slug, languageOf(url.pathname), begun] as const),
  );
  if (!start) throw await pageNotFound(url);
  return { start };
}

export default function DesignerPage({ loaderData }: Route.ComponentProps) {
  return <Designer key={loaderData.start.product.id} start={loaderData.start} />;
}
