import { type Context, createContext, type FunctionComponent } from "preact";

/** What Preact's hooks and its writer read of a component that provides a context, under the names of its builds. */
interface Provider {
  provided?: { readonly [id: string]: Provider };
  getChildContext?: () => Provider["provided"];
  sub?: () => void;
}

/**
 * A context for writing pages on the server, where values do not change. Preact's own provider keeps a list of its readers, and
 * each reader a function that leaves the list; V8 keeps objects with such functions until it looks through all memory. Without
 * them a list takes an eighth less of the main thread.
 */
export function contextForWriting<T>(initial: T): Context<T> {
  const context = createContext(initial) as Context<T> & { readonly __c: string };
  function Provide(this: Provider, { children }: Parameters<Context<T>["Provider"]>[0]) {
    if (!this.provided) {
      this.provided = { [context.__c]: this };
      this.getChildContext = provided;
      this.sub = nobodyWaits;
    }
    return children;
  }
  const { Consumer } = context;
  const written = Object.assign(Provide, context, { Provider: Provide });
  (Consumer as FunctionComponent & { contextType: unknown }).contextType = written;
  return written as unknown as Context<T>;
}

function provided(this: Provider) {
  return this.provided;
}

function nobodyWaits() {}
