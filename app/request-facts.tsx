import { createContext } from "react";

/*
 * Set during server rendering, undefined in the browser. An attribute or text with such a value needs
 * `suppressHydrationWarning`, which keeps the server's value.
 */

/** Browsers hide a nonce from scripts, so it exists on the server only. */
export const NonceContext = createContext<string | undefined>(undefined);
/** Lets a visitor quote the failed request to the shop. */
export const RequestIdContext = createContext<string | undefined>(undefined);
