import { useWords } from "#app/messages/shared/ui.ts";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

interface PaginationProps {
  page: number;
  pages: number;
  /** The address of a page of the list. */
  address: (page: number) => string;
}

/** Pages with their own addresses, for going back and for search engines. */
export function Pagination({ page, pages, address }: PaginationProps) {
  const words = useWords();
  if (pages < 2) return null;
  const shown = shownPages(page, pages);
  const cell = "figures page-number";
  return (
    <nav aria-label={words.pagination.label} className="no-print">
      <ol className="flex flex-wrap items-center">
        {page > 1 ? (
          <li>
            <Link className={cell} to={address(page - 1)} aria-label={words.pagination.previous}>
              <Icon name="chevron-left" />
            </Link>
          </li>
        ) : null}
        {shown.map((number, index) => (
          <li key={number} className="flex items-center">
            {index > 0 && number - (shown[index - 1] ?? 0) > 1 ? <span>…</span> : null}
            <Link
              className={cell}
              to={address(number)}
              aria-current={number === page ? "page" : undefined}
              aria-label={words.pagination.page(number)}
            >
              {number}
            </Link>
          </li>
        ))}
        {page < pages ? (
          <li>
            <Link className={cell} to={address(page + 1)} aria-label={words.pagination.next}>
              <Icon name="chevron-right" />
            </Link>
          </li>
        ) : null}
      </ol>
    </nav>
  );
}

/** The first, the last, and those around the one being read. */
function shownPages(page: number, pages: number): number[] {
  return [...new Set([1, page - 1, page, page + 1, pages])]
    .filter((number) => number >= 1 && number <= pages)
    .sort((a, b) => a - b);
}
