import type { Lookup } from "./lookup.server.ts";

/** Two servers gave different answers about a name: one of them is old, or the world is told otherwise than the machine. */
export class AnswersDiffer extends Error {
  readonly answers: readonly (readonly string[])[];

  constructor(name: string, answers: readonly (readonly string[])[]) {
    super(`two servers differ about ${name}`);
    this.name = "AnswersDiffer";
    this.answers = answers;
  }
}

/**
 * Asks two servers about the names of a domain, and believes what both say. Where one does not answer the other is believed.
 * Names of others, as SPF includes them, and addresses of hosts differ from place to place on purpose: one server says them.
 */
export function agreedLookup(first: Lookup, second: Lookup, domain: string): Lookup {
  const both = async (name: string, ask: (lookup: Lookup) => Promise<readonly string[]>) => {
    const [one, other] = await Promise.allSettled([ask(first), ask(second)]);
    if (one.status === "rejected" && other.status === "rejected") throw one.reason;
    if (one.status === "rejected") return other.status === "fulfilled" ? other.value : [];
    if (other.status === "rejected") return one.value;
    const sorted = (texts: readonly string[]) => JSON.stringify(texts.toSorted());
    if (sorted(one.value) !== sorted(other.value)) {
      throw new AnswersDiffer(name, [one.value, other.value]);
    }
    return one.value;
  };
  const isOwn = (name: string) => {
    const about = name.replace(/^_dmarc\./, "");
    return about === domain || about.endsWith(`.${domain}`) || domain.endsWith(`.${about}`);
  };
  return {
    txt: (name) => (isOwn(name) ? both(name, (lookup) => lookup.txt(name)) : first.txt(name)),
    mx: (name) => both(name, (lookup) => lookup.mx(name)),
    a: (name) => first.a(name),
  };
}
