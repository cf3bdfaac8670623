import { useWords } from "#app/messages/shared/ui.ts";
import { Link } from "./link.tsx";

export interface Crumb {
  readonly name: string;
  /** The page being read has none. */
  readonly to?: string;
}

export function Breadcrumbs({
  crumbs,
  className = "",
}: {
  crumbs: readonly Crumb[];
  className?: string;
}) {
  const words = useWords();
  return (
    <nav aria-label={words.breadcrumbs} className={`no-print text-sm text-muted ${className}`}>
      <ol className="flex flex-wrap gap-x-2">
        {crumbs.map((crumb, index) => (
          <li key={crumb.name} className="flex gap-x-2">
            {index > 0 ? <span aria-hidden="true">/</span> : null}
            {crumb.to ? (
              <Link to={crumb.to} className="hover:text-carbon hover:underline">
                {crumb.name}
              </Link>
            ) : (
              <span aria-current="page" className="text-ink">
                {crumb.name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
