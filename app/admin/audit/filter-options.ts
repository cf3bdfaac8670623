import { useAuditWords } from "#app/admin/audit/messages/audit.ts";
import type { AuditAuthor } from "#shop/staff/audit-entry.ts";
import type { FieldOptions } from "../filters/filter-sentence.ts";
import { actInWords, authorName } from "./entries.tsx";

/** What the fields of the audit log offer, by name: people first, and the rest in the order of its words. */
export function useAuditOptions(authors: readonly AuditAuthor[]): FieldOptions {
  const words = useAuditWords();
  const named = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts)
      .map(([value, label]) => ({ value, label }))
      .sort((a, b) => a.label.localeCompare(b.label));
  const actions = Object.fromEntries(
    Object.keys(words.tables).flatMap((table) =>
      Object.keys(words.verbs).map((verb) => {
        const action = `${table}.${verb}`;
        return [action, actInWords(action, words)];
      }),
    ),
  );
  return {
    by: authors.map((author) => ({ value: author.value, label: authorName(author, words) })),
    kind: named(words.kinds),
    action: named({ ...actions, ...words.acts }),
    changed: named(words.fields),
  };
}
