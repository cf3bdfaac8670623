import { lazy, Suspense, useMemo, useRef, useState } from "react";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useDesignerWords } from "#app/messages/storefront/designer.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { Layer } from "#shop/designs/document.ts";
import { addLayer, findLayer, layersAt, type Place } from "#shop/designs/edit/edit-layers.ts";
import { newImage, newShape, newText } from "#shop/designs/edit/new-layer.ts";
import { emptyDocument } from "#shop/designs/edit/open-template.ts";
import { repairLayer } from "#shop/designs/edit/repair-layer.ts";
import type { DesignStart } from "#shop/designs/find-design-start.server.ts";
import type { Finding } from "#shop/designs/finding.ts";
import { priceDesign } from "#shop/designs/price-design.ts";
import type { PrintSpec, SpecArea } from "#shop/designs/print-spec.ts";
import { summarise } from "#shop/designs/summarise.ts";
import type { DesignAsset } from "#shop/designs/uploads/design-upload.ts";
import { Board } from "./board/board.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { boxOfLayer, nameOfLayer } from "./describe-layer.ts";
import { DesignerHeader } from "./designer-header.tsx";
import { BuyBar } from "./panels/buy-bar.tsx";
import { CheckPanel } from "./panels/check-panel.tsx";
import { LayerList } from "./panels/layer-list.tsx";
import { LayerProperties } from "./panels/layer-properties.tsx";
import { Panel } from "./panels/panel.tsx";
import { ShapePanel } from "./panels/shape-panel.tsx";
import { SideTabs } from "./panels/side-tabs.tsx";
import { TemplatePanel } from "./panels/template-panel.tsx";
import { type PanelName, Tools } from "./panels/tools.tsx";
import { UploadPanel } from "./panels/upload-panel.tsx";
import { useDrafts } from "./use-drafts.ts";
import { useDrawing } from "./use-drawing.ts";
import { useEditor } from "./use-editor.ts";
import { useKeys } from "./use-keys.ts";
import { useLayerEdits } from "./use-layer-edits.ts";
import { useOrdering } from "./use-ordering.ts";
import { useUpload } from "./use-upload.ts";

// The design is edited without it.
const LiveMockup = lazy(() => import("./mockup/live-mockup.tsx"));

/** Paper, where the shop does not say which colour the goods have. */
const paper = "#ffffff";

/** The whole designer: tools, board, layers and properties, checks, and what it costs. */
export function Designer({ start }: { start: DesignStart }) {
  const words = useDesignerWords();
  const language = useLanguage();
  const to = useLocalPath();
  const { product, variants, templates } = start;
  const [variantId, setVariantId] = useState(() => firstVariant(start));
  const variant = variants.find(({ id }) => id === variantId) ?? variants[0];
  const spec = start.specs[variant?.spec_id ?? ""];
  if (!variant || !spec) throw new Error("a product without specification has no designer");
  const editor = useEditor(start.document, placeOf(spec));
  const { document, layer, place } = editor;
  const design = useDrawing(document, spec, start.list, variant.body);
  const { findings } = design;
  const side = spec.sides.find(({ id }) => id === place.side) ?? spec.sides[0];
  const area = side?.areas.find(({ id }) => id === place.area) ?? side?.areas[0];
  const drawn = design.list.sides.find(({ id }) => id === side?.id);
  if (!side || !area || !drawn) throw new Error("a specification has a side and an area");
  const [panel, setPanel] = useState<PanelName | null>(null);
  const [quantity, setQuantity] = useState(1);
  const [isConverted, setConverted] = useState(false);
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
  const wordsField = useRef<HTMLTextAreaElement>(null);
  const edits = useLayerEdits(editor, area, design.fonts);

  const select = (id: string | null) => {
    editor.select(id);
    setPanel(id === null ? null : "properties");
  };
  const edit = () => {
    setPanel("properties");
    requestAnimationFrame(() => {
      wordsField.current?.focus();
      wordsField.current?.select();
    });
  };
  useKeys({ editor, commands: edits.commands, onEdit: edit });

  const put = (made: Layer | undefined) => {
    if (!made) return;
    edits.add(made);
    setPanel("properties");
  };
  const upload = useUpload((asset: DesignAsset, wasConverted) => {
    setConverted(wasConverted);
    const image = newImage(document, area, asset);
    const assets = { ...document.assets, [asset.sha256]: { w: asset.width, h: asset.height } };
    editor.change({
      kind: "add",
      document: addLayer({ ...document, assets }, place, image),
      layer: image.id,
    });
    setPanel("properties");
  });
  const surcharge = useMemo(
    () =>
      priceDesign(spec.price, summarise(design.list), variant.price).reduce(
        (sum, { amount }) => sum + amount,
        0,
      ),
    [spec, design.list, variant.price],
  );
  const show = ({ layer: id }: Finding) => id !== undefined && select(id);
  const repair = ({ layer: id, repair: by }: Finding) => {
    const found = findLayer(document, id ?? null);
    if (!found || !by) return;
    edits.replace("repair", found.layer.id, repairLayer(found.layer, by));
  };
  const pictureHref = (asset: string) => to(`/api/design-assets/${asset}`);
  const order = async () => {
    if (findings.some(({ severity }) => severity === "blocks")) return setPanel("checks");
    // The cart's page has another content security policy, so it is loaded.
    if (await ordering.order(printed, variant.id, quantity, drafts.replaced))
      location.assign(to("/Cart"));
  };
  const found = findLayer(document, editor.selected);
  const layers = layersAt(document, place);

  return (
    <main
      id="content"
      className="relative grid h-dvh overflow-hidden grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto_auto_auto] bg-paper lg:grid-cols-[5.5rem_minmax(0,1fr)_22rem] lg:grid-rows-[auto_minmax(0,1fr)_auto]"
    >
      <DesignerHeader
        title={words.title(product.name)}
        back={to(`/item/${product.slug}`)}
        device={drafts.device}
        account={drafts.account}
        editor={editor}
      />
      <Tools
        tools={area.tools}
        open={panel}
        onText={() => put(newText(document, area, words.newText))}
        onPanel={(name) => setPanel(panel === name ? null : name)}
      />
      <div className="flex min-h-0 flex-col max-lg:order-2">
        {design.isFontMissing ? (
          <Notice tone="error">
            {words.fontsMissing}{" "}
            <Button look="quiet" onClick={design.retry}>
              {words.retry}
            </Button>
          </Notice>
        ) : null}
        {drafts.isNotFound ? <Notice tone="error">{words.designNotFound}</Notice> : null}
        <noscript>
          <p className="p-4">{words.noScript}</p>
        </noscript>
        <div className="relative flex min-h-0 grow flex-col">
          <Board
            key={side.id}
            {...{ document, side, drawn, selected: editor.selected, pictureHref }}
            body={variant.body ?? paper}
            onSelect={select}
            onPlace={edits.place}
            onEdit={edit}
          />
          <Suspense>
            <LiveMockup
              {...{ list: design.list, side: drawn, mockups: variant.mockups, pictureHref }}
              kits={start.kits}
              body={variant.body}
            />
          </Suspense>
        </div>
        <div className={panel === null ? "" : "max-lg:hidden"}>
          <SideTabs
            sides={spec.sides}
            chosen={side.id}
            onChoose={(next) => editor.go({ side: next.id, area: next.areas[0]?.id ?? "" })}
          />
        </div>
      </div>
      <aside
        className={`relative min-h-0 overflow-y-auto border-rule bg-paper max-lg:order-3 max-lg:max-h-[42dvh] max-lg:border-t lg:border-l ${panel === null ? "max-lg:hidden" : ""}`}
      >
        <Panel name="image" open={panel} title={words.tools.image} onClose={setPanel} isTool>
          <UploadPanel
            {...upload}
            isConverted={isConverted}
            onFile={upload.send}
            onCancel={upload.cancel}
          />
        </Panel>
        <Panel name="shape" open={panel} title={words.tools.shape} onClose={setPanel} isTool>
          <ShapePanel onChoose={(shape) => put(newShape(document, area, shape))} />
        </Panel>
        <Panel name="template" open={panel} title={words.templates} onClose={setPanel} isTool>
          <TemplatePanel
            templates={templates}
            onChoose={(template) => {
              const next = template?.document ?? emptyDocument(variant.spec_id, side.id);
              editor.change({ kind: "template", document: next, layer: null });
              setPanel(null);
            }}
          />
        </Panel>
        <Panel name="layers" open={panel} title={words.layers} onClose={setPanel}>
          <LayerList
            {...{ layers, findings }}
            selected={editor.selected}
            onSelect={editor.select}
          />
        </Panel>
        {layer && found ? (
          <Panel
            name="properties"
            open={panel}
            title={nameOfLayer(layer, words)}
            onClose={setPanel}
          >
            <LayerProperties
              key={layer.id}
              {...{ layer, area, wordsField }}
              index={found.index}
              count={found.count}
              commands={edits.commands}
              onChange={edits.changeChosen}
            />
          </Panel>
        ) : null}
        <Panel name="checks" open={panel} title={words.checks.title} onClose={setPanel}>
          <CheckPanel findings={findings} onShow={show} onRepair={repair} />
        </Panel>
      </aside>
      <div className="max-lg:order-5 lg:col-span-3">
        <BuyBar
          {...{ variants, variant, quantity, surcharge, findings }}
          onVariant={setVariantId}
          onQuantity={setQuantity}
          onChecks={() => setPanel(panel === "checks" ? null : "checks")}
          isBusy={ordering.isBusy}
          failure={ordering.failure}
          isBrief={panel !== null}
          onAdd={order}
        />
      </div>
      <p className="sr-only" role="status">
        {saidOf(editor, words, language)}
      </p>
      {drafts.account.kind === "conflict" ? (
        <ConflictDialog
          saved={drafts.account.saved}
          mine={design.list}
          spec={spec}
          onChoose={drafts.decide}
        />
      ) : null}
    </main>
  );
}

function firstVariant({ variants, document }: DesignStart): string {
  const fitting = variants.filter(({ spec_id }) => spec_id === document.spec);
  return (fitting.find(({ is_sold_out }) => !is_sold_out) ?? fitting[0] ?? variants[0])?.id ?? "";
}

function placeOf({ sides: [side] }: PrintSpec): Place {
  const [area]: readonly (SpecArea | undefined)[] = side?.areas ?? [];
  return { side: side?.id ?? "", area: area?.id ?? "" };
}

/** What a screen reader hears after a change: the place of the chosen layer, or what was undone. */
function saidOf(
  { layer, said }: ReturnType<typeof useEditor>,
  words: ReturnType<typeof useDesignerWords>,
  language: ReturnType<typeof useLanguage>,
): string {
  if (said) return words[said.way](words.steps[said.kind]);
  if (!layer) return "";
  const { size, place } = boxOfLayer(layer, words, language);
  return words.said(nameOfLayer(layer, words), size, place);
}
