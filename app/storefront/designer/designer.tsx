import { lazy, Suspense, useMemo, useRef, useState } from "react";
import { useSeemsSignedIn } from "#app/browser/session/session-presence.ts";
import { DesignerHeader } from "#app/designer/designer-header.tsx";
import { useBlurTick } from "#app/designer/input/use-blur-tick.ts";
import type { PanelName } from "#app/designer/panels/tools.tsx";
import { partOfBoard } from "#app/designer/part-of-board.tsx";
import { placeOf } from "#app/designer/place-of.ts";
import { rightsWording } from "#app/designer/rights-wording.ts";
import { useDrawing } from "#app/designer/use-drawing.ts";
import { useEditor } from "#app/designer/use-editor.ts";
import { AfterIdle } from "#app/designer/when-idle.tsx";
import { Workbench } from "#app/designer/workbench.tsx";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { usePictureRightsWords } from "#app/messages/shared/picture-rights.ts";
import { Notice } from "#app/ui/notice.tsx";
import { blurredDpi } from "#shop/designs/blur.ts";
import { withInksOf } from "#shop/designs/colour/garment-inks.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import { resizeDocument } from "#shop/designs/document/resize-document.ts";
import type { Finding } from "#shop/designs/draw/finding.ts";
import { summarise } from "#shop/designs/draw/summarise.ts";
import type { DesignStart } from "#shop/designs/find-design-start.server.ts";
import { nextStep, priceDesign } from "#shop/designs/print/price-design.ts";
import { rosterTemplateOf } from "#shop/designs/roster/roster-template.ts";
import { BuyBar } from "./buy-bar.tsx";
import { savingText } from "./saving-text.ts";
import { useDrafts } from "./use-drafts.ts";
import { useOrdering } from "./use-ordering.ts";

// The design is edited without it.
const MovedNotice = partOfBoard(async () => (await import("./moved-notice.tsx")).default);
const ConflictDialog = partOfBoard(async () => (await import("./conflict-dialog.tsx")).default);
const LiveMockup = lazy(() => import("./mockup/live-mockup.tsx"));

function placeOfFirst({ specs, variant, variants }: DesignStart) {
  const first = variants.find(({ id }) => id === variant) ?? variants[0];
  const spec = specs[first?.spec_id ?? ""];
  if (!spec) throw new Error("a product without specification has no designer");
  return placeOf(spec);
}

const isBlocked = (findings: readonly Finding[]) =>
  findings.some(({ severity }) => severity === "blocks");
const hasSampleWords = (findings: readonly Finding[]) =>
  findings.some(({ code }) => code === "template_words");

/** The designer of a buyer: the drawing board, where the design is kept, and what it costs. */
export function Designer({ start }: { start: DesignStart }) {
  const words = useDesignerWords();
  const language = useLanguage();
  const to = useLocalPath();
  const isSignedIn = useSeemsSignedIn();
  const { product, variants } = start;
  const [variantId, setVariantId] = useState(start.variant);
  const chosen = variants.find(({ id }) => id === variantId);
  const editor = useEditor(start.document, placeOfFirst(start));
  const { document } = editor;
  // Of one that is no longer sold, another one that is printed alike.
  const variant =
    chosen ?? variants.find(({ spec_id }) => spec_id === document.spec) ?? variants[0];
  const spec = start.specs[variant?.spec_id ?? ""];
  if (!variant || !spec) throw new Error("a product without specification has no designer");
  const isOutdated = start.specs[document.spec] === undefined;
  // Stays until it is read: by then the design is no longer outdated.
  const [moved, setMoved] = useState<"shown" | "read" | null>(null);
  if (moved === null && (isOutdated || !chosen)) setMoved("shown");
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
  const templates = useMemo(
    () =>
      start.templates.map((template) => {
        const from = start.specs[template.document.spec];
        const to = { id: variant.spec_id, spec };
        const document = withInksOf(template.document, variant.body);
        return { ...template, document: from ? resizeDocument(document, from, to) : document };
      }),
    [start, variant.spec_id, variant.body, spec],
  );
  // One design in the sizes that were looked at: going back to one finds it as it was.
  const sizes = useRef<Map<string, DesignDocument>>(new Map());
  const chooseVariant = (id: string) => {
    setVariantId(id);
    const own = variants.find((one) => one.id === id)?.spec_id ?? "";
    const [from, to] = [start.specs[document.spec], start.specs[own]];
    if (!from || !to) return;
    const isSame = sizes.current.get(document.spec)?.sides === document.sides;
    if (!isSame) sizes.current = new Map([[document.spec, document]]);
    const known = sizes.current.get(own);
    const resized = known ?? resizeDocument(document, from, { id: own, spec: to });
    sizes.current.set(own, resized);
    editor.change({ kind: "resize", document: resized, layer: editor.selected });
  };
  // The checks on the board are those of the variant's specification, whichever the design was begun with.
  const printed = useMemo(
    () => (document.spec === variant.spec_id ? document : { ...document, spec: variant.spec_id }),
    [document, variant.spec_id],
  );
  const price = useMemo(
    () =>
      priceDesign(spec.price, summarise(design.settled), {
        base: variant.price,
        pieces: quantity,
        isSetUp: false,
      }),
    [spec, design.settled, variant.price, quantity],
  );
  // Sample words are printed only after the buyer was asked about them.
  const hasSamples = hasSampleWords(findings);
  const [isAsked, setAsked] = useState(false);
  // Pictures of the shop's templates need no tick.
  const shops = useMemo(
    () => new Set(start.templates.flatMap((one) => Object.keys(one.document.assets))),
    [start],
  );
  const hasPictures = Object.keys(document.assets).some((sha256) => !shops.has(sha256));
  const [hasRights, setRights] = useState(false);
  const [isRightsAsked, setRightsAsked] = useState(false);
  const rights = hasPictures ? rightsWording(language) : undefined;
  const ticks = usePictureRightsWords();
  const blur = useBlurTick(findings);
  const ticksOf = (found: readonly Finding[]) => ({
    rights,
    blurred: blurredDpi(found) ?? undefined,
  });
  // Words that each piece may have for itself, and that nobody changed.
  const takesNames = useMemo(() => rosterTemplateOf(document) !== undefined, [document]);
  const listNames = async () => {
    const found = design.check();
    if (isBlocked(found)) return setPanel("checks");
    if (hasPictures && !hasRights) return setRightsAsked(true);
    if (!blur.passes(found)) return;
    const id = await ordering.keep(printed, variant.id, ticksOf(found));
    // The page of the list has another content security policy, so it is loaded.
    if (id !== null) location.assign(`${to(`/item/${product.slug}/Roster`)}?design=${id}`);
  };
  const order = async () => {
    const found = design.check();
    if (isBlocked(found)) return setPanel("checks");
    if (hasSampleWords(found) && !isAsked) return setAsked(true);
    if (hasPictures && !hasRights) return setRightsAsked(true);
    if (!blur.passes(found)) return;
    // The cart's page has another content security policy, so it is loaded.
    if (await ordering.order(printed, variant.id, quantity, drafts.replaced, ticksOf(found)))
      location.assign(to("/Cart"));
  };

  return (
    <>
      <Workbench
        editor={editor}
        design={design}
        spec={spec}
        templates={templates}
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
          <AfterIdle>
            <Suspense>
              <LiveMockup
                side={side}
                list={design.settled}
                mockups={variant.mockups}
                kits={start.kits}
                body={variant.body}
                isBrief={editor.selected !== null}
                pictureHref={(asset) => to(`/api/design-assets/${asset}`)}
              />
            </Suspense>
          </AfterIdle>
        )}
        notice={
          drafts.isNotFound ? (
            <Notice tone="error">{words.designNotFound}</Notice>
          ) : moved === "shown" ? (
            <Suspense>
              <MovedNotice
                document={document}
                spec={spec}
                isOutdated={isOutdated}
                specId={variant.spec_id}
                variant={chosen ? null : variant.label}
                onMoved={(next) =>
                  editor.change({ kind: "resize", document: next, layer: editor.selected })
                }
                onClose={() => setMoved("read")}
              />
            </Suspense>
          ) : null
        }
        footer={
          <BuyBar
            variants={variants}
            variant={variant}
            quantity={quantity}
            price={price}
            findings={findings}
            next={nextStep(spec.price, quantity)}
            isChecked={design.isChecked}
            onVariant={chooseVariant}
            onQuantity={setQuantity}
            onChecks={() => setPanel(panel === "checks" ? null : "checks")}
            isBusy={ordering.isBusy}
            failure={
              ordering.failure ??
              (isRightsAsked && hasPictures && !hasRights
                ? "rights_missing"
                : blur.isMissing
                  ? "blur_unticked"
                  : hasSamples && isAsked
                    ? "template_words"
                    : null)
            }
            ticks={[
              ...(hasPictures
                ? [{ label: ticks.tick, isTicked: hasRights, onTick: setRights }]
                : []),
              ...(blur.dpi === null ? [] : [{ ...blur, label: ticks.blurred(blur.dpi) }]),
            ]}
            isBrief={panel !== null}
            onAdd={order}
            onNames={takesNames ? listNames : undefined}
          />
        }
      />
      {drafts.account.kind === "conflict" ? (
        <Suspense>
          <ConflictDialog
            saved={drafts.account.saved}
            mine={design.list}
            spec={spec}
            onChoose={drafts.decide}
          />
        </Suspense>
      ) : null}
    </>
  );
}
