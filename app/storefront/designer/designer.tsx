import { lazy, Suspense, useMemo, useState } from "react";
import { useSeemsSignedIn } from "#app/browser/session-presence.ts";
import { DesignerHeader } from "#app/designer/designer-header.tsx";
import type { PanelName } from "#app/designer/panels/tools.tsx";
import { placeOf } from "#app/designer/place-of.ts";
import { useDrawing } from "#app/designer/use-drawing.ts";
import { useEditor } from "#app/designer/use-editor.ts";
import { Workbench } from "#app/designer/workbench.tsx";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { DesignStart } from "#shop/designs/find-design-start.server.ts";
import { priceDesign } from "#shop/designs/price-design.ts";
import { summarise } from "#shop/designs/summarise.ts";
import { BuyBar } from "./buy-bar.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { savingText } from "./saving-text.ts";
import { useDrafts } from "./use-drafts.ts";
import { useOrdering } from "./use-ordering.ts";

// The design is edited without it.
const LiveMockup = lazy(() => import("./mockup/live-mockup.tsx"));

/** The designer of a buyer: the drawing board, where the design is kept, and what it costs. */
export function Designer({ start }: { start: DesignStart }) {
  const words = useDesignerWords();
  const language = useLanguage();
  const to = useLocalPath();
  const isSignedIn = useSeemsSignedIn();
  const { product, variants, templates } = start;
  const [variantId, setVariantId] = useState(() => firstVariant(start));
  const variant = variants.find(({ id }) => id === variantId) ?? variants[0];
  const spec = start.specs[variant?.spec_id ?? ""];
  if (!variant || !spec) throw new Error("a product without specification has no designer");
  const editor = useEditor(start.document, placeOf(spec));
  const { document } = editor;
  const design = useDrawing(document, spec, start.list, variant.body);
  const { findings } = design;
  const [panel, setPanel] = useState<PanelName | null>(null);
  const [quantity, setQuantity] = useState(1);
  const drafts = useDrafts({
    product,
    editor,
    start: placeOf(spec),
    variant: variant.id,
    onVariant: setVariantId,
    onLine: (line) => {
      setVariantId(line.variant_id);
      setQuantity(line.quantity);
    },
  });
  const ordering = useOrdering();
  // The checks on the board are those of the variant's specification, whichever the design was begun with.
  const printed = useMemo(
    () => (document.spec === variant.spec_id ? document : { ...document, spec: variant.spec_id }),
    [document, variant.spec_id],
  );
  const price = useMemo(
    () =>
      priceDesign(spec.price, summarise(design.list), {
        base: variant.price,
        pieces: quantity,
        isSetUp: false,
      }),
    [spec, design.list, variant.price, quantity],
  );
  // Sample words are printed only after the buyer was asked about them.
  const hasSamples = findings.some(({ code }) => code === "template_words");
  const [isAsked, setAsked] = useState(false);
  const order = async () => {
    if (findings.some(({ severity }) => severity === "blocks")) return setPanel("checks");
    if (hasSamples && !isAsked) return setAsked(true);
    // The cart's page has another content security policy, so it is loaded.
    if (await ordering.order(printed, variant.id, quantity, drafts.replaced))
      location.assign(to("/Cart"));
  };

  return (
    <>
      <Workbench
        {...{ editor, design, spec, templates }}
        specId={variant.spec_id}
        body={variant.body}
        open={panel}
        onOpen={setPanel}
        header={
          <DesignerHeader
            title={words.title(product.name)}
            back={to(`/item/${product.slug}`)}
            status={savingText(drafts.device, drafts.account, isSignedIn, words, language)}
            editor={editor}
          />
        }
        corner={(side) => (
          <Suspense>
            <LiveMockup
              {...{ side, list: design.list, mockups: variant.mockups }}
              kits={start.kits}
              body={variant.body}
              pictureHref={(asset) => to(`/api/design-assets/${asset}`)}
            />
          </Suspense>
        )}
        notice={drafts.isNotFound ? <Notice tone="error">{words.designNotFound}</Notice> : null}
        footer={
          <BuyBar
            {...{ variants, variant, quantity, price, findings }}
            onVariant={setVariantId}
            onQuantity={setQuantity}
            onChecks={() => setPanel(panel === "checks" ? null : "checks")}
            isBusy={ordering.isBusy}
            failure={ordering.failure ?? (hasSamples && isAsked ? "template_words" : null)}
            isBrief={panel !== null}
            onAdd={order}
          />
        }
      />
      {drafts.account.kind === "conflict" ? (
        <ConflictDialog
          saved={drafts.account.saved}
          mine={design.list}
          spec={spec}
          onChoose={drafts.decide}
        />
      ) : null}
    </>
  );
}

function firstVariant({ variants, document }: DesignStart): string {
  const fitting = variants.filter(({ spec_id }) => spec_id === document.spec);
  return (fitting.find(({ is_sold_out }) => !is_sold_out) ?? fitting[0] ?? variants[0])?.id ?? "";
}
