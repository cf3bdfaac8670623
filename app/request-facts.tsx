import { createContext } from "react";

/*
 * Known while a page is rendered on the server, unknown in the browser. Elements that show them need
 * `suppressHydrationWarning`, which keeps what the server wrote.
 */

/** Browsers hide a nonce from scripts, so it exists on the server only. */
export const NonceContext = createContext<string | undefined>(undefined);
/** Lets a visitor quote the failed request to the shop. */
export const RequestIdContext = createContext<string | undefined>(undefined);
