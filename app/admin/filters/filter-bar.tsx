import type { ReactNode } from "react";
import { useFilterWords } from "#app/admin/filters/messages/filters.ts";
import { useDetailsMenu } from "#app/admin/kit/use-details-menu.ts";
import { useLanguage } from "#app/language.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Fields } from "#shop/staff/filters/field.ts";
import { joined, partsOf, printFilter } from "#shop/staff/filters/filter.ts";
import { AddFilter } from "./add-filter.tsx";
import {
  type FieldOptions,
  type FilteredList,
  fieldLabel,
  filterSentence,
} from "./filter-sentence.ts";
import { type ListAddress, listHref } from "./list-address.ts";

interface FilterBarProps {
  list: FilteredList;
  fields: Fields;
  options?: FieldOptions;
  address: ListAddress;
  /** The first one is the order that the list begins with. */
  sorts: readonly string[];
  /** What else belongs to the list as a whole, e.g. saving it as a view. */
  children?: ReactNode;
}

/** The filters of a list as chips, and the menus that add a filter and change the order. It needs no script. */
export function FilterBar(props: FilterBarProps) {
  const { list, fields, options = {}, address, sorts, children } = props;
  const words = useFilterWords();
  const language = useLanguage();
  const source = { words, language, list, fields, options };
  const parts = partsOf(address.tree);
  const sortLabels: Readonly<Record<string, string>> = words.lists[list].sorts;
  const sort = address.sort || (sorts[0] ?? "");
  return (
    <section aria-label={words.bar} className="no-print grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {parts.length > 0 ? (
          <ul className="contents">
            {parts.map((part, index) => {
              const sentence = filterSentence(source, part);
              const rest = joined(
                "and",
                parts.filter((_, other) => other !== index),
              );
              return (
                <li
                  key={printFilter(part)}
                  className="flex min-h-9 max-w-full items-center border border-control pl-3"
                >
                  <span className="min-w-0 wrap-anywhere">{sentence}</span>
                  <Link
                    to={listHref({ ...address, filter: printFilter(rest) })}
                    preventScrollReset
                    aria-label={words.remove(sentence)}
                    className="flex size-9 shrink-0 items-center justify-center hover:text-stamp"
                  >
                    <Icon name="x" className="size-4" />
                  </Link>
                </li>
              );
            })}
          </ul>
        ) : null}
        <Menu label={words.add} icon="plus" isAddFilter>
          {Object.keys(fields).map((field) => (
            <MenuLink
              key={field}
              to={listHref(address, { add: field })}
              isCurrent={field === address.adding?.field}
            >
              {fieldLabel({ words, list }, field)}
            </MenuLink>
          ))}
        </Menu>
        {parts.length > 1 ? (
          <Link to={listHref({ q: address.q, sort: address.sort })} className="link px-2 py-2">
            {words.clear}
          </Link>
        ) : null}
        <span className="ml-auto flex flex-wrap items-center gap-2">
          {sorts.length > 1 ? (
            <Menu label={`${words.sort}: ${sortLabels[sort] ?? sort}`} icon="chevron-down" isRight>
              {sorts.map((one, index) => (
                <MenuLink
                  key={one}
                  to={listHref({ ...address, sort: index === 0 ? "" : one })}
                  isCurrent={one === sort}
                >
                  {sortLabels[one] ?? one}
                </MenuLink>
              ))}
            </Menu>
          ) : null}
          {children}
        </span>
      </div>
      {address.adding ? (
        <AddFilter
          key={JSON.stringify(address.adding)}
          list={list}
          fields={fields}
          options={options}
          address={address}
          adding={address.adding}
        />
      ) : null}
    </section>
  );
}

interface MenuProps {
  label: string;
  icon: "plus" | "chevron-down";
  isRight?: boolean;
  /** The key `f` opens it. */
  isAddFilter?: boolean;
  children: ReactNode;
}

/** A list of links that opens without a script. */
function Menu({ label, icon, isRight = false, isAddFilter = false, children }: MenuProps) {
  const menu = useDetailsMenu();
  return (
    <details ref={menu} data-add-filter={isAddFilter || undefined} className="relative">
      <summary className="flex min-h-9 cursor-pointer items-center gap-2 border border-dashed border-control px-3 whitespace-nowrap hover:border-ink [&::-webkit-details-marker]:hidden">
        <Icon name={icon} className="size-4" />
        {label}
      </summary>
      <div
        className={`absolute top-full z-20 mt-1 grid max-h-96 min-w-48 overflow-y-auto border border-ink bg-card py-1 shadow-lg ${isRight ? "right-0" : "left-0"}`}
      >
        {children}
      </div>
    </details>
  );
}

function MenuLink(props: { to: string; isCurrent: boolean; children: ReactNode }) {
  return (
    <Link
      to={props.to}
      preventScrollReset
      aria-current={props.isCurrent ? "true" : undefined}
      className="flex min-h-10 items-center px-3 whitespace-nowrap hover:bg-paper hover:text-carbon aria-[current]:font-semibold"
    >
      {props.children}
    </Link>
  );
}
