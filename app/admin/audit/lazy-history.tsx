import { useFetcher } from "react-router";
import { useAuditWords } from "#app/admin/audit/messages/audit.ts";
import { Section } from "#app/admin/kit/section.tsx";
import { useLocalPath } from "#app/language.ts";
import { Link } from "#app/ui/link.tsx";
import type { AuditPage } from "#shop/staff/audit-entry.ts";
import { History, historyPath } from "./history.tsx";

/** The history of a thing, read when it is opened. Without scripts the link opens its page. */
export function LazyHistory({ kind, id }: { kind: string; id: string }) {
  const { history: words } = useAuditWords();
  const to = useLocalPath();
  const fetcher = useFetcher<AuditPage>();
  const path = to(historyPath(kind, id));
  if (fetcher.data) {
    return (
      <div role="status">
        <History entries={fetcher.data.entries} older={fetcher.data.after} kind={kind} id={id} />
      </div>
    );
  }
  return (
    <Section title={words.title}>
      <Link
        to={path}
        className="link flex min-h-11 items-center justify-self-start"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          void fetcher.load(path);
        }}
      >
        {fetcher.state === "idle" ? words.open : words.loading}
      </Link>
    </Section>
  );
}
