import { useRef, useState } from "react";

/** Which rows of a page are chosen, or that everything is that matches the filter. */
export interface Selection {
  readonly count: number;
  /** Everything that matches, also on other pages, but `except`. */
  readonly isAll: boolean;
  readonly except: readonly string[];
  readonly has: (id: string) => boolean;
  /** @param isRange also every row between this one and the one before */
  readonly set: (id: string, isChosen: boolean, isRange: boolean) => void;
  readonly setPage: (isChosen: boolean) => void;
  readonly chooseAll: () => void;
  readonly clear: () => void;
}

/** @param ids of the page, in its order */
export function useSelection(ids: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [except, setExcept] = useState<ReadonlySet<string> | null>(null);
  const last = useRef<string | null>(null);
  const isAll = except !== null;
  const has = (id: string) => (isAll ? !except.has(id) : chosen.has(id));
  const change = (changed: readonly string[], isChosen: boolean) => {
    const grow = (set: ReadonlySet<string>, isMember: boolean) => {
      const next = new Set(set);
      for (const id of changed) {
        if (isMember) next.add(id);
        else next.delete(id);
      }
      return next;
    };
    if (isAll) setExcept(grow(except, !isChosen));
    else setChosen(grow(chosen, isChosen));
  };
  return {
    count: chosen.size,
    isAll,
    except: [...(except ?? [])],
    has,
    set(id, isChosen, isRange) {
      const [from, to] = [ids.indexOf(last.current ?? ""), ids.indexOf(id)];
      const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1);
      change(isRange && from >= 0 ? range : [id], isChosen);
      last.current = id;
    },
    setPage: (isChosen) => change(ids, isChosen),
    chooseAll: () => setExcept(new Set()),
    clear() {
      setChosen(new Set());
      setExcept(null);
    },
  };
}
