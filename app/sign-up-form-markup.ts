import { createContext } from "react";

/**
 * The markup of the footer's form for the mailing list. Set during server rendering alone: the browser keeps what the
 * server wrote.
 */
export const SignUpFormContext = createContext("");
