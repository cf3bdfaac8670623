import type { Language } from "#base/language.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";

/** SQL for a jsonb text in a language; Indonesian stands in for a missing translation. @param text a column */
export function textIn(sql: Sql, text: SqlFragment, language: Language): SqlFragment {
  return sql`coalesce(nullif(${text} ->> ${language}, ''), ${text} ->> 'id')`;
}
