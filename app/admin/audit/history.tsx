import { useAuditWords } from "#app/admin/audit/messages/audit.ts";
import { Section } from "#app/admin/kit/section.tsx";
import { useLocalPath } from "#app/language.ts";
import { Link } from "#app/ui/link.tsx";
import type { AuditEntry } from "#shop/staff/audit-entry.ts";
import { Entries } from "./entries.tsx";

interface HistoryProps {
  entries: readonly AuditEntry[];
  /** The entry that older ones continue after; null when these are all. */
  older: number | null;
  kind: string;
  id: string;
}

/** Where the whole history of a thing is. */
export function historyPath(kind: string, id: string): string {
  return `/admin/History/${encodeURIComponent(kind)}/${encodeURIComponent(id)}`;
}

/** What was changed about one thing, newest first. */
export function History({ entries, older, kind, id }: HistoryProps) {
  const { history: words } = useAuditWords();
  const to = useLocalPath();
  return (
    <Section title={words.title}>
      {entries.length === 0 ? (
        <p className="text-muted">{words.empty}</p>
      ) : (
        <Entries entries={entries} isHistory />
      )}
      {older === null ? null : (
        <Link
          to={`${to(historyPath(kind, id))}?after=${older}`}
          className="link justify-self-start"
        >
          {words.older}
        </Link>
      )}
    </Section>
  );
}
