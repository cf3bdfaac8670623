/*
 * What the screens, the router and their libraries import as "react" (decision 0230): React's interface by Preact, and what
 * its `compat` lacks.
 */
import { createContext as contextForBrowsers } from "preact";
import { contextForWriting } from "./context-for-writing.ts";

export {
  Children,
  Component,
  cloneElement,
  createElement,
  createRef,
  default,
  Fragment,
  forwardRef,
  isValidElement,
  lazy,
  memo,
  Suspense,
  startTransition,
  use,
  useCallback,
  useContext,
  useDebugValue,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from "preact/compat";

/**
 * React shows an optimistic state while a transition renders. Preact renders transitions at once, so the state itself is
 * as new.
 */
export function useOptimistic<State>(state: State): [State, () => void] {
  return [state, () => {}];
}

export const createContext = import.meta.env.SSR ? contextForWriting : contextForBrowsers;
