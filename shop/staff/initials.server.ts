import { asShop } from "#db/client.server.ts";
import type { Person } from "#shop/access.ts";

/** The letters by which colleagues know the person, e.g. `SR`; of the e-mail address when they gave no name. */
export async function readInitials(actor: Person): Promise<string> {
  const [row] = await asShop()<{ full_name: string }[]>`
    select full_name from profiles where id = ${actor.id}`;
  const words = (row?.full_name || (actor.email ?? "").split("@")[0] || "?")
    .trim()
    .split(/[\s._-]+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("");
  return letters.toLocaleUpperCase("id");
}
