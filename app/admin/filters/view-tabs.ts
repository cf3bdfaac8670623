import { useFilterWords } from "#app/admin/filters/messages/filters.ts";
import type { ListTab } from "#app/admin/kit/list/keyset-list.tsx";
import type { SavedView } from "#shop/office/saved-views/saved-views.server.ts";
import { type ListAddress, listHref } from "./list-address.ts";

/** Gives the tabs of a list: those that every shop has, and then the saved views. */
export function useViewTabs() {
  const { views: words } = useFilterWords();
  /**
   * @param labels of the tabs that every shop has
   * @param filters as text, by the same names, in the order of the tabs
   */
  return <Name extends string>(
    address: ListAddress,
    labels: Readonly<Record<Name, string>>,
    filters: Readonly<Record<Name, string>>,
    counts: Readonly<Partial<Record<Name, number>>> | null,
    saved: readonly SavedView[],
  ): ListTab[] => {
    const isSaved = saved.some(({ id }) => id === address.view);
    const standard = (Object.keys(filters) as Name[]).map((name) => {
      const count = counts?.[name];
      return {
        key: name,
        label: labels[name],
        to: listHref({ filter: filters[name], sort: address.sort }),
        isCurrent: !isSaved && address.filter === filters[name],
        ...(count === undefined ? {} : { count }),
      };
    });
    const own = saved.map(({ id, name, filter, sort, isShared, isBroken }) => ({
      key: id,
      label: name,
      to: listHref({ filter: filter || (isBroken ? "?" : ""), sort, view: id }),
      isCurrent: address.view === id,
      note: isBroken ? words.broken : isShared ? words.shared : undefined,
    }));
    return [...standard, ...own];
  };
}
