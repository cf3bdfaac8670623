import type { ReactNode } from "react";
import { useSiteWords } from "#app/admin/site/messages/site.ts";
import { IconButton } from "#app/ui/button.tsx";

/** A part of a document that staff can move: a section of the home page or an entry of a menu. */
export interface OrderedEntry<Kind extends string> {
  /** Identifies it while it is edited and moved. Its controls are `{key}.{field}`. */
  readonly key: string;
  readonly kind: Kind;
}

interface OrderedEntriesProps<Kind extends string> {
  entries: readonly OrderedEntry<Kind>[];
  onChange: (entries: readonly OrderedEntry<Kind>[]) => void;
  kindNames: Readonly<Record<Kind, string>>;
  /** Undefined: every entry can be removed. */
  mayRemove?: (entry: OrderedEntry<Kind>) => boolean;
  error: string | undefined;
  children: (entry: OrderedEntry<Kind>) => ReactNode;
}

/** A list of entries with buttons that move and remove them. */
export function OrderedEntries<Kind extends string>(props: OrderedEntriesProps<Kind>) {
  const { entries, onChange, kindNames, mayRemove = () => true, error, children } = props;
  const words = useSiteWords();
  const move = (from: number, to: number) =>
    onChange(entries.toSpliced(from, 1).toSpliced(to, 0, ...entries.slice(from, from + 1)));
  return (
    <>
      <input type="hidden" name="order" value={entries.map(({ key }) => key).join(" ")} />
      <ol className="grid gap-4">
        {entries.map((entry, place) => {
          const name = `${place + 1}. ${kindNames[entry.kind]}`;
          return (
            <li key={entry.key} className="grid gap-4 border border-rule p-4">
              <input type="hidden" name={`${entry.key}.kind`} value={entry.kind} />
              <div className="flex flex-wrap items-center justify-between gap-2">
                <h3 className="font-semibold">{name}</h3>
                <span className="flex gap-1">
                  <IconButton
                    icon="chevron-up"
                    label={words.moveUp(name)}
                    disabled={place === 0}
                    onClick={() => move(place, place - 1)}
                  />
                  <IconButton
                    icon="chevron-down"
                    label={words.moveDown(name)}
                    disabled={place === entries.length - 1}
                    onClick={() => move(place, place + 1)}
                  />
                  {mayRemove(entry) ? (
                    <IconButton
                      icon="trash-2"
                      label={words.removeSection(name)}
                      onClick={() => onChange(entries.toSpliced(place, 1))}
                    />
                  ) : null}
                </span>
              </div>
              {children(entry)}
            </li>
          );
        })}
      </ol>
      {error ? <p className="text-sm text-stamp">{error}</p> : null}
    </>
  );
}

/** A new entry with a random key. */
export function newEntry<Kind extends string>(kind: Kind): OrderedEntry<Kind> {
  return { key: `s${Math.random().toString(36).slice(2, 10)}`, kind };
}
