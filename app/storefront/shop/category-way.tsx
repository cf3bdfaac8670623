import { useLocalPath } from "#app/language.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { useListWords } from "#app/storefront/shop/messages/product-list.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { Link } from "#app/ui/link.tsx";
import type { CategoryStep } from "#shop/catalogue/catalogue.ts";
import { crumbsNode } from "../crumbs-node.ts";
import { JsonLd, useSiteAddress } from "../json-ld.tsx";

/** The way from all products down to a category. @param way the category is its last step */
export function CategoryWay({ way }: { way: readonly CategoryStep[] }) {
  const words = useWords();
  const to = useLocalPath();
  const origin = useSiteAddress();
  const crumbs = [
    { name: words.allProducts, path: to("/Shop") },
    ...way.map(({ slug, name }) => ({ name, path: `${to("/Shop")}?category=${slug}` })),
  ];
  return (
    <>
      <JsonLd graph={import.meta.env.SSR ? [crumbsNode(crumbs, origin)] : []} />
      <div className="pb-4">
        <Breadcrumbs
          crumbs={crumbs.map(({ name, path }, index) =>
            index < crumbs.length - 1 ? { name, to: path } : { name },
          )}
        />
      </div>
    </>
  );
}

/** Links to the categories below. */
export function CategoriesBelow({ below }: { below: readonly CategoryStep[] }) {
  const words = useListWords();
  const to = useLocalPath();
  if (below.length === 0) return null;
  return (
    <nav aria-label={words.below}>
      <ul className="flex flex-wrap gap-2 pt-4">
        {below.map(({ slug, name }) => (
          <li key={slug}>
            <Link
              to={`${to("/Shop")}?category=${slug}`}
              className="flex min-h-11 items-center border border-control bg-card px-4 font-semibold hover:border-ink"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
