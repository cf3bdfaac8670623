import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { PrintedLooksContext } from "#app/designer/fonts/printed-looks.ts";
import { Spoken } from "#app/designer/input/spoken.tsx";
import { useClipboard } from "#app/designer/input/use-clipboard.ts";
import { useKeys } from "#app/designer/input/use-keys.ts";
import { useSay } from "#app/designer/input/use-say.ts";
import { useVisibleHeight } from "#app/designer/input/use-visible-height.ts";
import { useWordsFocus } from "#app/designer/input/use-words-focus.ts";
import type { UploadAddress } from "#app/designer/pictures/use-upload.ts";
import { usePictures } from "#app/designer/use-pictures.ts";
import { useLocalPath } from "#app/language.ts";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { Layer } from "#shop/designs/document/document.ts";
import { maxTextLetters } from "#shop/designs/document/document-limits.ts";
import type { PrintSpec, SpecArea } from "#shop/designs/document/print-spec.ts";
import type { DisplaySide } from "#shop/designs/draw/display-list.ts";
import type { Finding } from "#shop/designs/draw/finding.ts";
import { findLayer, layerOf, layersAt } from "#shop/designs/edit/edit-layers.ts";
import { newShape, newText } from "#shop/designs/edit/new-layer.ts";
import { emptyDocument } from "#shop/designs/edit/open-template.ts";
import { repairedBy, repairLayer } from "#shop/designs/edit/repair-layer.ts";
import type { StartTemplate } from "#shop/designs/find-design-start.server.ts";
import { Board } from "./board/board.tsx";
import { nameOfLayer } from "./describe-layer.ts";
import {
  CheckPanel,
  ChosenProperties,
  ClipPanel,
  loadLatePanels,
  UploadPanel,
  UploadProblem,
} from "./panels/late-panels.ts";
import { LayerList } from "./panels/layer-list.tsx";
import { Panel } from "./panels/panel.tsx";
import { ShapePanel } from "./panels/shape-panel.tsx";
import { SideTabs } from "./panels/side-tabs.tsx";
import { TemplatePanel } from "./panels/template-panel.tsx";
import { type PanelName, Tools } from "./panels/tools.tsx";
import type { ShownDesign } from "./use-drawing.ts";
import type { Editor } from "./use-editor.ts";
import { useLayerEdits } from "./use-layer-edits.ts";
import { whenIdle } from "./when-idle.tsx";

/** Paper, where the shop does not say which colour the goods have. */
const paper = "#ffffff";

interface WorkbenchProps {
  /** The way back, what is kept where, and undo. */
  header: ReactNode;
  /** Above the board. */
  notice?: ReactNode;
  editor: Editor;
  design: ShownDesign;
  spec: PrintSpec;
  /** The specification of a design that begins empty. */
  specId: string;
  /** Colour of the goods as #rrggbb. */
  body: string | null;
  /** Null: the document is never begun anew. */
  templates: readonly StartTemplate[] | null;
  open: PanelName | null;
  onOpen: (panel: PanelName | null) => void;
  /** Tools that areas allow and this page does not offer. */
  without?: SpecArea["tools"];
  /** Where pictures are sent; absent: they are the person's own. */
  uploadsTo?: UploadAddress;
  /** Adds a photo slot to a template. */
  onSlot?: (area: SpecArea) => void;
  /** The document is a template: its words are samples, and a layer has these fields below its own. */
  layerFields?: (layer: Layer) => ReactNode;
  /** In a corner of the board, e.g. the design on its goods. */
  corner?: (drawn: DisplaySide) => ReactNode;
  /** Below everything: what becomes of the design. */
  footer: ReactNode;
}

/** The drawing board with its tools, layers, properties and checks, for buyers and for staff. */
export function Workbench({
  header,
  notice,
  editor,
  design,
  spec,
  specId,
  body,
  templates,
  open: panel,
  onOpen: setPanel,
  without = [],
  uploadsTo,
  onSlot,
  layerFields,
  corner,
  footer,
}: WorkbenchProps) {
  const words = useDesignerWords();
  const to = useLocalPath();
  const { document, layer, place } = editor;
  const side = spec.sides.find(({ id }) => id === place.side) ?? spec.sides[0];
  const area = side?.areas.find(({ id }) => id === place.area) ?? side?.areas[0];
  const drawn = design.list.sides.find(({ id }) => id === side?.id);
  const settled = design.settled.sides.find(({ id }) => id === side?.id);
  if (!side || !area || !drawn) throw new Error("a specification has a side and an area");
  const main = useRef<HTMLElement>(null);
  useVisibleHeight(main);
  const edits = useLayerEdits(editor, area, design);

  const select = (id: string | null) => {
    editor.select(id);
    setPanel(id === null ? null : "properties");
  };
  const chooseMore = (choose: () => void) => {
    choose();
    setPanel("properties");
  };
  const {
    field: wordsField,
    edit,
    editNew,
  } = useWordsFocus(editor.selected, () => setPanel("properties"));
  useKeys({ editor, edits, onEdit: edit });
  // Before somebody presses, and before the connection is lost.
  useEffect(() => whenIdle(() => loadLatePanels().catch(console.warn)), []);

  const put = (made: Layer | undefined) => {
    if (!made) return;
    edits.add(made);
    setPanel("properties");
  };
  const pictures = usePictures(editor, area, uploadsTo, () => setPanel("properties"));
  const { isSending } = pictures;
  const { onSending } = design;
  useEffect(() => onSending(isSending), [onSending, isSending]);
  const refused = pictures.refusedBeside(panel);
  const allows = (tool: SpecArea["tools"][number]) =>
    area.tools.includes(tool) && !without.includes(tool);
  const textHere = (text: string) =>
    newText(document, area, text, { others: layersAt(document, place), body });
  useClipboard({
    editor,
    commands: edits.commands,
    onText: (text) => {
      if (allows("text")) put(textHere(text.slice(0, maxTextLetters).toWellFormed()));
    },
    onPicture: allows("image")
      ? (file) => {
          setPanel("image");
          pictures.send(file, null);
        }
      : undefined,
  });
  const show = ({ layer: id }: Finding) => id !== undefined && select(id);
  const repair = ({ layer: id, repair: by }: Finding) => {
    const layer = layerOf(document, repairedBy(document, { layer: id, repair: by }) ?? "");
    if (layer && by) edits.replace("repair", layer.id, repairLayer(layer, by));
  };
  const say = useSay(design.tools);
  /** While a layer is edited on a phone, the tools and the footer are hidden, so that the board is larger. */
  const isEditing = panel === "properties" && Boolean(layer);
  const found = findLayer(document, editor.selected);
  const layers = layersAt(document, place);

  return (
    <main
      ref={main}
      id="content"
      className="relative grid h-[var(--visible-height,100dvh)] overflow-hidden grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto_auto_auto] bg-paper short:grid-cols-[minmax(0,1fr)_auto] short:grid-rows-[auto_minmax(0,1fr)_auto_auto] lg:grid-cols-[5.5rem_minmax(0,1fr)_22rem] lg:grid-rows-[auto_minmax(0,1fr)_auto]"
    >
      {header}
      <Tools
        tools={area.tools.filter(allows)}
        hasTemplates={templates !== null}
        className={isEditing ? "max-lg:hidden" : ""}
        open={panel}
        onSlot={onSlot && (() => onSlot(area))}
        onText={() => {
          const made = textHere(words.newText);
          editNew(made?.id);
          put(made);
        }}
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
        {refused ? (
          <Suspense>
            <UploadProblem
              problem={refused.problem}
              onClose={refused.dismiss}
              onRetry={refused.onRetry}
            />
          </Suspense>
        ) : null}
        {notice}
        <noscript>
          <p className="p-4">{words.noScript}</p>
        </noscript>
        <div className="relative flex min-h-0 grow flex-col">
          <Board
            key={side.id}
            document={document}
            side={side}
            drawn={drawn}
            chosen={editor.chosen}
            gripped={edits.gripped}
            body={body ?? paper}
            pictureHref={(asset) => to(`/api/design-assets/${asset}`)}
            waiting={pictures.waiting}
            hasCorner={corner !== undefined}
            onSelect={select}
            onToggle={(id) => chooseMore(() => editor.toggle(id))}
            onMark={(ids) => chooseMore(() => editor.mark(ids))}
            onPlace={edits.place}
            onEdit={edit}
          />
          {corner?.(settled ?? drawn)}
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
        className={`relative min-h-0 overflow-y-auto border-rule bg-paper max-lg:order-3 max-lg:max-h-[calc(var(--visible-height,100dvh)*0.42)] max-lg:border-t short:max-h-none short:w-[46vw] short:border-t-0 short:border-l lg:border-l ${panel === null ? "max-lg:hidden" : ""}`}
      >
        <Panel name="image" open={panel} title={words.tools.image} onClose={setPanel} isTool>
          <Suspense>
            <UploadPanel {...pictures.panel(null)} />
          </Suspense>
        </Panel>
        <Panel name="shape" open={panel} title={words.tools.shape} onClose={setPanel} isTool>
          <ShapePanel onChoose={(shape) => put(newShape(document, area, shape, body))} />
        </Panel>
        <Panel name="clip" open={panel} title={words.tools.clip} onClose={setPanel} isTool>
          <Suspense>
            <ClipPanel document={document} area={area} onChoose={put} />
          </Suspense>
        </Panel>
        <Panel name="template" open={panel} title={words.templates} onClose={setPanel} isTool>
          <TemplatePanel
            templates={templates ?? []}
            onChoose={(template) => {
              const next = template?.document ?? emptyDocument(specId, side.id);
              editor.change({ kind: "template", document: next, layer: null });
              setPanel(null);
            }}
          />
        </Panel>
        <Panel name="layers" open={panel} title={words.layers} onClose={setPanel}>
          <LayerList
            layers={layers}
            say={say}
            findings={design.findings}
            pictureHref={(asset) => to(`/api/design-assets/${asset}`)}
            selected={editor.selected}
            marked={editor.marked}
            onSelect={editor.select}
            onToggle={editor.toggle}
            onProperties={() => setPanel("properties")}
          />
        </Panel>
        {layer && found ? (
          <Panel
            name="properties"
            open={panel}
            title={
              editor.marked.length > 0
                ? words.marked(editor.marked.length)
                : nameOfLayer(layer, words)
            }
            onClose={setPanel}
          >
            <Suspense>
              <PrintedLooksContext value={design.looks}>
                <ChosenProperties
                  editor={editor}
                  edits={edits}
                  layer={layer}
                  area={area}
                  wordsField={wordsField}
                  layerFields={layerFields}
                  index={found.index}
                  count={found.count}
                  uploadOf={pictures.panel}
                />
              </PrintedLooksContext>
            </Suspense>
          </Panel>
        ) : null}
        <Panel name="checks" open={panel} title={words.checks.title} onClose={setPanel}>
          <Suspense>
            <CheckPanel
              findings={design.findings}
              isChecked={design.isChecked}
              onShow={show}
              canRepair={(finding) => repairedBy(document, finding) !== undefined}
              onRepair={repair}
            />
          </Suspense>
        </Panel>
      </aside>
      <div
        className={`max-lg:order-5 short:col-span-2 lg:col-span-3 ${isEditing ? "max-lg:hidden" : ""}`}
      >
        {footer}
      </div>
      <Spoken editor={editor} say={say} gripped={edits.gripped} findings={design.findings} />
    </main>
  );
}
