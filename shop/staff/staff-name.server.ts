import { asShop } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";

/**
 * The person's name and initials, e.g. `SR`. A person without a name gets both from the email address.
 */
export async function readStaffName(
  actor: Person,
): Promise<{ readonly name: string; readonly initials: string }> {
  const [row] = await asShop()<{ full_name: string }[]>`
    select full_name from profiles where id = ${actor.id}`;
  const given = row?.full_name.trim() ?? "";
  const words = (given || (actor.email ?? "").split("@")[0] || "?").split(/[\s._-]+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("");
  return { name: given || (actor.email ?? ""), initials: letters.toLocaleUpperCase("id") };
}
