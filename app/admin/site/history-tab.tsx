import { Form } from "react-router";
import { Section } from "#app/admin/kit/section.tsx";
import { useSiteWords } from "#app/admin/site/messages/site.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { Pill } from "#app/ui/pill.tsx";
import type { SiteDocument, SiteVersion } from "#shop/content/read-site.server.ts";

interface HistoryTabProps {
  document: SiteDocument;
  mayPublish: boolean;
}

/** The published versions, newest first. */
export function HistoryTab({ document, mayPublish }: HistoryTabProps) {
  const words = useSiteWords();
  const { versions, live, slug, kind, published_version } = document;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {versions.length === 0 ? (
        <p className="text-muted">{words.noVersions}</p>
      ) : (
        <ol className="divide-y divide-rule border-y border-rule">
          {versions.map((version) => (
            <Version
              key={version.version}
              version={version}
              isLive={version.version === live?.version}
              mayRestore={mayPublish && version.version !== published_version}
            />
          ))}
        </ol>
      )}
      {published_version !== null && mayPublish ? (
        <Section
          title={words.withdrawTitle}
          hint={
            kind === "banner" ? undefined : slug === null ? words.withdrawFixed : words.withdrawPage
          }
        >
          <Form method="post">
            <Button type="submit" name="intent" value="withdraw" look="danger">
              {words.withdraw}
            </Button>
          </Form>
        </Section>
      ) : null}
    </div>
  );
}

interface VersionProps {
  version: SiteVersion;
  isLive: boolean;
  mayRestore: boolean;
}

function Version({ version: row, isLive, mayRestore }: VersionProps) {
  const words = useSiteWords();
  const language = useLanguage();
  const zone = useShopZone();
  const { version, note, author, created_at, changed } = row;
  const fields = changed.map((name) => words.fields[name] ?? name).join(", ");
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <span className="grid grow gap-0.5">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {words.version(version)}
          {isLive ? (
            <Pill copy="green" icon="eye">
              {words.published}
            </Pill>
          ) : null}
        </span>
        <span className="text-sm text-muted">
          {[formatMoment(created_at, language, zone), author].filter(Boolean).join(" · ")}
        </span>
        {fields ? <span className="text-sm text-muted">{words.changed(fields)}</span> : null}
        {note ? <span className="wrap-anywhere">{note}</span> : null}
      </span>
      {mayRestore ? (
        <Form method="post">
          <input type="hidden" name="version" value={version} />
          <Button
            type="submit"
            name="intent"
            value="restore"
            look="quiet"
            icon="rotate-ccw"
            aria-label={words.restoreOf(version)}
          >
            {words.restore}
          </Button>
        </Form>
      ) : null}
    </li>
  );
}
