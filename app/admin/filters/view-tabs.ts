import type { ListTab } from "../keyset-list.tsx";
import { type ListAddress, listHref } from "./list-address.ts";

/**
 * The tabs that every shop has.
 * @param labels in the order of the tabs
 * @param filters as text, by the same names
 */
export function viewTabs<Name extends string>(
  address: ListAddress,
  labels: Readonly<Record<Name, string>>,
  filters: Readonly<Record<Name, string>>,
  counts: Readonly<Partial<Record<Name, number>>> | null,
): ListTab[] {
  return (Object.keys(filters) as Name[]).map((name) => {
    const count = counts?.[name];
    return {
      key: name,
      label: labels[name],
      to: listHref({ filter: filters[name], sort: address.sort }),
      isCurrent: address.view === null && address.filter === filters[name],
      ...(count === undefined ? {} : { count }),
    };
  });
}
