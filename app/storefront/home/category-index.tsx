import { useLocalPath } from "#app/language.ts";
import { useHomeWords } from "#app/messages/shared/home.ts";
import { Picture } from "#app/ui/domain/picture.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Category } from "#shop/catalogue/catalogue.ts";

/** The categories as the index of a ledger: name, dots, count. */
export function CategoryIndex({ categories }: { categories: readonly Category[] }) {
  const home = useHomeWords();
  const to = useLocalPath();
  return (
    <section aria-label={home.categories} className="border-y border-rule bg-card">
      <ul className="page grid md:grid-cols-2 md:gap-x-16 lg:grid-cols-4 lg:gap-x-10">
        {categories.map((category) => (
          <li key={category.slug} className="index-row">
            <Link to={to(`/Shop?category=${category.slug}`)} className="group index-link">
              {category.picture ? (
                <span className="size-12 shrink-0 border border-rule">
                  <Picture picture={category.picture} sizes="48px" widest={320} alt="" />
                </span>
              ) : null}
              <span className="min-w-0 font-semibold wrap-anywhere group-hover:text-carbon">
                {category.name}
              </span>
              <span aria-hidden="true" className="leader" />
              <span className="figures text-sm text-muted">{category.count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
