import { Resolver } from "node:dns/promises";

/** Milliseconds for one question. */
const timeoutMs = 3_000;

/** Asks the domain name system; replaced in tests. */
export interface Lookup {
  /** The texts of a name, each in one piece. Empty: it has none. @throws when nobody answered */
  txt(name: string): Promise<readonly string[]>;
  /** The mail servers of a name. Empty: it has none. @throws when nobody answered */
  mx(name: string): Promise<readonly string[]>;
  /** The IPv4 addresses of a name. @throws when nobody answered */
  a(name: string): Promise<readonly string[]>;
}

/** Answers that say that there is nothing, unlike one that never came. */
const nothing = new Set(["ENODATA", "ENOTFOUND"]);

async function orNothing<T>(asked: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await asked;
  } catch (error) {
    if (nothing.has((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}

/** Asks the machine's own servers. */
export function systemLookup(): Lookup {
  return lookupBy(new Resolver({ timeout: timeoutMs, tries: 2 }));
}

/** Servers that anybody may ask. */
const publicServers = ["1.1.1.1", "8.8.8.8", "9.9.9.9"];

/** Asks a public server that is none of the machine's own. */
export function publicLookup(): Lookup {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  const own = new Set(resolver.getServers());
  resolver.setServers(publicServers.filter((server) => !own.has(server)).slice(0, 1));
  return lookupBy(resolver);
}

function lookupBy(resolver: Resolver): Lookup {
  return {
    txt: async (name) =>
      (await orNothing(resolver.resolveTxt(name))).map((pieces) => pieces.join("")),
    mx: async (name) =>
      (await orNothing(resolver.resolveMx(name)))
        .toSorted((a, b) => a.priority - b.priority)
        .map(({ exchange }) => exchange),
    a: (name) => orNothing(resolver.resolve4(name)),
  };
}
