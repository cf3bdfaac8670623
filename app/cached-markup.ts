import { createContext, type ReactElement } from "react";

/**
 * Renders an element that depends on one immutable object only, and caches its markup as long as that object lives.
 * @param of the object it shows; when the catalogue's cache drops it, the markup is dropped
 * @param variant all its other dependencies
 */
export type CacheMarkup = (of: object, variant: string, element: ReactElement) => string;

/**
 * Set during server rendering, undefined in the browser, which hydrates the same elements: both must render the same.
 */
export const CachedMarkupContext = createContext<CacheMarkup | undefined>(undefined);

/**
 * The markup of the footer's form for the mailing list. Set during server rendering alone: the browser keeps what the
 * server wrote.
 */
export const SignUpFormContext = createContext("");
