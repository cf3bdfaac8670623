import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { violatedConstraint } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";

/** Letters of a tag. The table limits the tags of a buyer to 50. */
const maxTagLetters = 40;

export type TagProblem = "not_permitted" | "buyer_not_found" | "tag_invalid" | "too_many_tags";

/** Staff: adds a tag to a buyer or removes it. Tags are in lower case, without commas and semicolons. */
export async function tagBuyer(
  actor: Person,
  buyerId: string,
  typed: string,
  isAdded: boolean,
): Promise<Result<null, TagProblem>> {
  const tag = typed.normalize("NFC").trim().toLowerCase();
  if (!isUuid(buyerId)) return fail("buyer_not_found");
  if (tag === "" || [...tag].length > maxTagLetters || /[\p{Cc},;]/u.test(tag)) {
    return fail("tag_invalid");
  }
  try {
    return await asStaff<null, TagProblem>(actor, "customers.edit", async (sql) => {
      const [buyer] = await sql<{ has_tag: boolean }[]>`
        select ${tag} = any (tags) as has_tag from buyers where id = ${buyerId} for update`;
      if (!buyer) return fail("buyer_not_found");
      if (buyer.has_tag === isAdded) return ok(null);
      await sql`
        update buyers set tags = case when ${isAdded} then tags || ${tag}::text else array_remove(tags, ${tag}) end
        where id = ${buyerId}`;
      return ok(null);
    });
  } catch (error) {
    switch (violatedConstraint(error)) {
      case "buyer_tag_invalid":
        return fail("tag_invalid");
      case "buyer_tags_too_many":
        return fail("too_many_tags");
      default:
        throw error;
    }
  }
}
