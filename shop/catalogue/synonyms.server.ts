import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, violatedConstraint } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import type { Synonym, SynonymInput } from "./synonyms.ts";

export type SynonymProblem =
  | "synonym_taken"
  | "synonym_unknown"
  | "too_many_synonyms"
  | "changed_meanwhile"
  | "not_permitted";

/** All of them, by language and word; none for somebody who may not change settings. */
export async function listSynonyms(actor: Person): Promise<readonly Synonym[]> {
  if (!may(actor, "settings.edit")) return [];
  return asShop()<Synonym[]>`
    select id, language, word, means, version from search_synonyms order by language desc, word`;
}

/** @param known what was read; null adds a synonym */
export function saveSynonym(
  actor: Person,
  known: { readonly id: string; readonly version: number } | null,
  input: SynonymInput,
): Promise<Result<null, SynonymProblem>> {
  return guarded(() =>
    asStaff<null, SynonymProblem>(actor, "settings.edit", async (sql) => {
      if (!known) {
        await sql`insert into search_synonyms ${sql(input)}`;
        return ok(null);
      }
      const [row] = await sql`
        update search_synonyms set ${sql(input)} where id = ${known.id} and version = ${known.version} returning id`;
      if (row) return ok(null);
      const [exists] = await sql`select from search_synonyms where id = ${known.id}`;
      return fail(exists ? "changed_meanwhile" : "synonym_unknown");
    }),
  );
}

/** A repeated call deletes once. */
export async function deleteSynonym(
  actor: Person,
  id: string,
): Promise<Result<null, SynonymProblem>> {
  if (!isUuid(id)) return fail("synonym_unknown");
  return asStaff<null, SynonymProblem>(actor, "settings.edit", async (sql) => {
    await sql`delete from search_synonyms where id = ${id}`;
    return ok(null);
  });
}

async function guarded(
  work: () => Promise<Result<null, SynonymProblem>>,
): Promise<Result<null, SynonymProblem>> {
  try {
    return await work();
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "synonym_taken" || constraint === "too_many_synonyms") {
      return fail(constraint);
    }
    throw error;
  }
}
