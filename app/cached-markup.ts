import { createContext, type ReactElement } from "react";

/**
 * Gives the markup of an element that depends on nothing but one unchanging thing, and keeps it as long as that
 * thing is in use.
 *
 * @param of what it shows; dropped by the catalogue's cache, its markup goes with it
 * @param variant all else it depends on
 */
export type CacheMarkup = (of: object, variant: string, element: ReactElement) => string;

/**
 * Known while a page is rendered on the server, unknown in the browser, which takes over the very same elements:
 * what is rendered here and there must not differ.
 */
export const CachedMarkupContext = createContext<CacheMarkup | undefined>(undefined);
