import type { Language } from "#base/language.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";

/** The sides of a print specification as JSON, `[{ id, name }]` in their order; null without one. @param spec SQL */
export function sidesColumn(sql: Sql, spec: SqlFragment, language: Language): SqlFragment {
  return sql`(
    select jsonb_agg(jsonb_build_object('id', part.side ->> 'id', 'name', ${textIn(sql, sql`(part.side -> 'name')`, language)}) order by part.place)
    from jsonb_array_elements(${spec} -> 'sides') with ordinality part (side, place))`;
}
