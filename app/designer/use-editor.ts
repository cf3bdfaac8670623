import { useCallback, useMemo, useReducer } from "react";
import type { DesignDocument, Layer } from "#shop/designs/document/document.ts";
import { findLayer, groupWith, layersAt, type Place } from "#shop/designs/edit/edit-layers.ts";
import {
  type Change,
  type History,
  record,
  redo,
  type StepKind,
  startHistory,
  undo,
} from "#shop/designs/edit/history.ts";
import { withReferences } from "#shop/designs/edit/references.ts";

export interface EditorState {
  readonly history: History;
  /** The history that the page began with: another one now means that something was changed. */
  readonly opened: History;
  /** Id of the chosen layer. */
  readonly selected: string | null;
  /** Ids of all chosen layers where they are several, of one area; `selected` is the last of them. Else empty. */
  readonly marked: readonly string[];
  /** The side and area that are worked on. */
  readonly place: Place;
  /** What the last command did, to be said: a step, undone or done again. */
  readonly said: { readonly kind: StepKind; readonly way: "undone" | "redone" | "done" } | null;
}

type Action =
  | { readonly kind: "change"; readonly change: Change; readonly now: number }
  | { readonly kind: "amend"; readonly edit: (document: DesignDocument) => DesignDocument }
  | { readonly kind: "select"; readonly layer: string | null }
  | { readonly kind: "mark"; readonly layers: readonly string[] }
  | { readonly kind: "toggle"; readonly layer: string }
  | { readonly kind: "go"; readonly place: Place }
  | { readonly kind: "open"; readonly document: DesignDocument; readonly place: Place }
  | { readonly kind: "restore"; readonly history: History }
  | { readonly kind: "undo" | "redo" };

function openedState(document: DesignDocument, place: Place): EditorState {
  const history = startHistory(document);
  return { history, opened: history, selected: null, marked: [], place, said: null };
}

function reduce(state: EditorState, action: Action): EditorState {
  switch (action.kind) {
    case "change": {
      if (action.change.document === state.history.document) return state;
      const document = withReferences(action.change.document, state.history.document.assets);
      const history = record(state.history, { ...action.change, document }, action.now);
      // Nothing that is chosen then would say it.
      const said =
        action.change.kind === "remove" ? ({ kind: "remove", way: "done" } as const) : null;
      return { ...choose({ ...state, history }, changedIn(action.change)), said };
    }
    case "amend": {
      const document = action.edit(state.history.document);
      if (document === state.history.document) return state;
      const history = { ...state.history, document };
      return { ...state, history, opened: state.history === state.opened ? history : state.opened };
    }
    case "select":
      return choose(state, action.layer === null ? [] : [action.layer]);
    case "mark":
      return choose(state, action.layers);
    case "toggle": {
      const { selected, marked } = state;
      const before = marked.length > 0 ? marked : selected === null ? [] : [selected];
      const without = before.filter((id) => id !== action.layer);
      return choose(state, without.length < before.length ? without : [...before, action.layer]);
    }
    case "go":
      return { ...state, place: action.place, selected: null, marked: [], said: null };
    case "open":
      return openedState(action.document, action.place);
    case "restore":
      return state.history === state.opened
        ? { ...state, history: action.history, opened: action.history }
        : state;
    default: {
      const stepped = action.kind === "undo" ? undo(state.history) : redo(state.history);
      if (!stepped) return state;
      const { step, history } = stepped;
      // The side where it happened comes into view.
      const found =
        findLayer(history.document, step.layer) ?? findLayer(state.history.document, step.layer);
      return {
        ...choose({ ...state, history, place: found?.place ?? state.place }, changedIn(step)),
        said: { kind: step.kind, way: action.kind === "undo" ? "undone" : "redone" },
      };
    }
  }
}

const changedIn = ({ layer, layers }: Pick<Change, "layer" | "layers">): readonly string[] =>
  layers ?? (layer === null ? [] : [layer]);

/** Chooses layers of the area of the last one. A layer inside of a group means its group. */
function choose(state: EditorState, layers: readonly string[]): EditorState {
  const { document } = state.history;
  const found = layers.flatMap((id) => findLayer(document, groupWith(document, id)) ?? []);
  const last = found.at(-1);
  const { side, area } = last?.place ?? state.place;
  const chosen = found.flatMap(({ place, layer }) =>
    place.side === side && place.area === area ? layer.id : [],
  );
  return {
    ...state,
    selected: last?.layer.id ?? null,
    marked: chosen.length > 1 ? chosen : [],
    place: last?.place ?? state.place,
    said: null,
  };
}

export interface Editor extends EditorState {
  readonly document: DesignDocument;
  /** The chosen layer, if there is one. */
  readonly layer: Layer | null;
  /** All chosen layers, in drawing order. */
  readonly chosen: readonly Layer[];
  change(change: Change): void;
  /** Changes the document as it is by then, as a part of the last step, or of what was opened. */
  amend(edit: (document: DesignDocument) => DesignDocument): void;
  select(layer: string | null): void;
  /** Chooses several layers. */
  mark(layers: readonly string[]): void;
  /** Chooses a layer with those that are chosen, or leaves it out. */
  toggle(layer: string): void;
  go(place: Place): void;
  /** Starts anew with another document. */
  open(document: DesignDocument, place: Place): void;
  /** What can be undone of the document that was opened, unless something was changed already. */
  restore(history: History): void;
  undo(): void;
  redo(): void;
}

export function useEditor(document: DesignDocument, place: Place): Editor {
  const [state, dispatch] = useReducer(reduce, null, () => openedState(document, place));
  const { history, selected, marked } = state;
  const found = findLayer(history.document, selected);
  const chosen = useMemo(() => {
    const place = findLayer(history.document, selected)?.place;
    const all = place ? layersAt(history.document, place) : [];
    return all.filter(({ id }) => id === selected || marked.includes(id));
  }, [history.document, selected, marked]);
  const change = useCallback(
    (change: Change) => dispatch({ kind: "change", change, now: performance.now() }),
    [],
  );
  return {
    ...state,
    document: history.document,
    layer: found?.layer ?? null,
    chosen,
    change,
    amend: useCallback<Editor["amend"]>((edit) => dispatch({ kind: "amend", edit }), []),
    select: useCallback((layer: string | null) => dispatch({ kind: "select", layer }), []),
    mark: useCallback((layers: readonly string[]) => dispatch({ kind: "mark", layers }), []),
    toggle: useCallback((layer: string) => dispatch({ kind: "toggle", layer }), []),
    go: useCallback((place: Place) => dispatch({ kind: "go", place }), []),
    open: useCallback(
      (document: DesignDocument, place: Place) => dispatch({ kind: "open", document, place }),
      [],
    ),
    restore: useCallback((history: History) => dispatch({ kind: "restore", history }), []),
    undo: useCallback(() => dispatch({ kind: "undo" }), []),
    redo: useCallback(() => dispatch({ kind: "redo" }), []),
  };
}
