import { createContext } from "react-router";
import { type Actor, visitor } from "#shop/kernel/access.ts";
import type { SignInMethods } from "./sign-in-methods.ts";

/** The context that the server sets on each request. */
/** Null when the database could not identify the actor; read it with `currentActor`. */
export const actorContext = createContext<Actor | null>(visitor);
export const requestIdContext = createContext<string>("");
/** The network of the request, for rate limits. IPv6 addresses of one connection share one value. */
export const networkContext = createContext<string>("unknown");
/** For the inline scripts of this one response; also in its content security policy. */
export const nonceContext = createContext<string>("");

/** Public settings of this installation; rendered into every page. */
export interface PublicConfig {
  readonly publishableKey: string;
  /** Name of the session cookie; its presence, never its value, decides what the header shows. */
  readonly cookieName: string;
  /** The site's own address without a slash at the end; links never follow the Host header. */
  readonly publicUrl: string;
  /** An open page compares it with what is served later. */
  readonly buildId: string;
}

export const publicConfigContext = createContext<PublicConfig>({
  publishableKey: "",
  cookieName: "",
  publicUrl: "",
  buildId: "",
});

/**
 * The whole page, when it was complete at once. It goes past the router, which looks at the body of every answer and so
 * makes a stream of it.
 */
export const wholePageContext = createContext<Buffer<ArrayBuffer> | null>(null);

export const signInMethodsContext = createContext<SignInMethods>({
  email: true,
  phone: false,
  providers: [],
  captcha: undefined,
});
