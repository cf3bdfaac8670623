import { useLocalPath } from "#app/language.ts";
import { useHomeWords } from "#app/messages/shared/home.ts";
import { Link } from "#app/ui/link.tsx";
import type { CollectionLink } from "#shop/catalogue/collections/show-collection.server.ts";

/** The public collections by name. */
export function CollectionIndex({ collections }: { collections: readonly CollectionLink[] }) {
  const home = useHomeWords();
  const to = useLocalPath();
  return (
    <nav aria-label={home.collections} className="page flex flex-wrap items-center gap-2 pt-8">
      <h2 className="mr-2 font-sans text-sm font-semibold">{home.collections}</h2>
      <ul className="contents">
        {collections.map(({ slug, name }) => (
          <li key={slug}>
            <Link
              to={to(`/Collections/${slug}`)}
              className="flex min-h-11 items-center border border-control bg-card px-4 font-semibold wrap-anywhere hover:border-ink"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
