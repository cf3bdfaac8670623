import { data } from "react-router";
import { devWords, useDevWords } from "#app/dev/messages/dev.ts";
import { languageOf } from "#app/language.ts";
import { fallbackMeta, pageMeta } from "#app/page-meta.ts";
import { config } from "#base/config.server.ts";
import type { Route } from "./+types/ui";
import { ButtonSamples } from "./button-samples.tsx";
import { DialogSamples } from "./dialog-samples.tsx";
import { DocumentSamples } from "./document-samples.tsx";
import { FormSamples } from "./form-samples.tsx";
import { StatusSamples } from "./status-samples.tsx";

export const meta: Route.MetaFunction = (source) => {
  if (!source.loaderData) return fallbackMeta(source);
  const words = devWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.title, hidden: true });
};

/** The page itself is light; its right half is dark. */
export const handle = { colourMode: "light" };

/** For developers of the screens; closed in production like the other `/dev` endpoints. */
export function loader() {
  if (!config().devPages) throw data(null, { status: 404 });
  return { isOpen: true };
}

export default function UiParts() {
  const words = useDevWords();
  return (
    <main id="content" className="min-h-dvh">
      <header className="page grid gap-2 py-6">
        <h1 className="text-2xl">{words.title}</h1>
        <p className="text-muted">{words.lead}</p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] xl:grid-cols-[repeat(2,minmax(0,1fr))]">
        {(["light", "dark"] as const).map((mode) => (
          <section key={mode} aria-label={words.modes[mode]} className={mode}>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-10 bg-paper p-5 text-ink md:p-8">
              <h2 className="text-xl">{words.modes[mode]}</h2>
              <ButtonSamples />
              <FormSamples mode={mode} />
              <StatusSamples />
              <DocumentSamples />
              <DialogSamples />
            </div>
          </section>
        ))}
      </div>
    </main>
  );
}
