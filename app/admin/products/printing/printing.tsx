import { data, useFetcher } from "react-router";
import { Section } from "#app/admin/kit/section.tsx";
import { printingWords, usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { inLanguage } from "#base/language.ts";
import { findPrinting } from "#shop/designs/print-setup/find-printing.server.ts";
import type { Printing } from "#shop/designs/print-setup/printing.ts";
import { may } from "#shop/kernel/access.ts";
import { staffWith } from "../../staff.server.ts";
import type { Route } from "./+types/printing";
import { answerPrinting, type PrintingAnswer } from "./printing-action.server.ts";
import { SpecForm } from "./spec-form.tsx";
import { SpecTabs } from "./spec-tabs.tsx";
import { StartPanel } from "./start-panel.tsx";
import { TemplatesSection } from "./templates-section.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: printingWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "products.read");
  const printing = await findPrinting(staff, params.id);
  if (!printing) throw data(null, { status: 404 });
  const asked = url.searchParams.get("spec");
  // The newest one where the one that was asked for has been replaced.
  const newest = printing.specs.at(-1);
  const current =
    asked === "New" ? undefined : (printing.specs.find(({ id }) => id === asked) ?? newest);
  return {
    printing,
    current: current ?? null,
    isAnother: asked === "New",
    newId: crypto.randomUUID(),
    mayEdit: may(staff, "products.edit"),
    mayPrice: may(staff, "prices.edit"),
  };
}

export function action({ params, request, context }: Route.ActionArgs) {
  return answerPrinting(staffWith(context, "products.edit"), params.id, request);
}

/** How a product is printed: its areas and limits, what the print costs, and the templates that buyers begin with. */
export default function AdminPrinting({ loaderData }: Route.ComponentProps) {
  const { printing, current, isAnother, newId, mayEdit, mayPrice } = loaderData;
  const words = usePrintingWords();
  const language = useLanguage();
  const to = useLocalPath();
  const { product, specs } = printing;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Link to={to(`/admin/Products/${product.id}`)} className="link justify-self-start">
        {words.back}
      </Link>
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl wrap-anywhere">
          {words.titleOf(inLanguage(product.name, language))}
        </h1>
        <p className="max-w-prose text-muted">{words.lead}</p>
      </header>
      {mayEdit ? null : <Notice>{words.readOnly}</Notice>}
      {specs.length > 0 ? (
        <>
          <Offer product={product} mayEdit={mayEdit} />
          <TemplatesSection printing={printing} newId={newId} mayEdit={mayEdit} />
          <SpecTabs printing={printing} current={current?.id ?? null} />
        </>
      ) : null}
      {current ? (
        <SpecForm
          key={current.id}
          printing={printing}
          newId={newId}
          mayEdit={mayEdit}
          mayPrice={mayPrice}
          spec={current.spec}
          replaces={current.id}
        />
      ) : (
        <StartPanel
          printing={printing}
          newId={newId}
          mayEdit={mayEdit}
          mayPrice={mayPrice}
          isAnother={isAnother}
        />
      )}
    </div>
  );
}

function Offer({ product, mayEdit }: { product: Printing["product"]; mayEdit: boolean }) {
  const words = usePrintingWords();
  const fetcher = useFetcher<PrintingAnswer>();
  const { personalisable, takes_designs, print_required } = product;
  const isFixed = !mayEdit || fetcher.state !== "idle";
  const send = (offer: { offered: boolean; required: boolean }) =>
    void fetcher.submit(
      { intent: "offer", ...offer },
      { method: "post", encType: "application/json" },
    );
  const problem = fetcher.state === "idle" ? fetcher.data?.problem : undefined;
  const state = takes_designs
    ? words.isOffered
    : personalisable
      ? words.needsTemplate
      : words.isNotOffered;
  return (
    <Section title={words.offer} hint={words.offeredHint}>
      <div className="flex flex-wrap items-center gap-x-4">
        <Checkbox
          label={words.offered}
          disabled={isFixed}
          checked={personalisable}
          onChange={(event) =>
            send({ offered: event.currentTarget.checked, required: print_required })
          }
        />
        <Checkbox
          label={words.required}
          disabled={isFixed || !personalisable}
          checked={print_required}
          onChange={(event) =>
            send({ offered: personalisable, required: event.currentTarget.checked })
          }
        />
        <p role="status" className={problem ? "text-stamp" : "text-muted"}>
          {problem ? wordsFor(words.problems, problem, "invalid_input") : state}
        </p>
      </div>
    </Section>
  );
}
