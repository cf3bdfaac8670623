import { useMemo, useState } from "react";
import { useFetcher } from "react-router";
import { usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import { DesignerHeader } from "#app/designer/designer-header.tsx";
import type { PanelName } from "#app/designer/panels/tools.tsx";
import { placeOf } from "#app/designer/place-of.ts";
import { useDrawing } from "#app/designer/use-drawing.ts";
import { useEditor } from "#app/designer/use-editor.ts";
import { Workbench } from "#app/designer/workbench.tsx";
import { useLocalPath } from "#app/language.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import { withNewSlot } from "#shop/designs/edit/new-slot.ts";
import { samplesOf, withUsedFields } from "#shop/designs/edit/template-fields.ts";
import type { TemplateStart } from "#shop/designs/print-setup/find-template.server.ts";
import { FieldSection } from "./field-section.tsx";
import { InkSection } from "./ink-section.tsx";
import { SaveTemplateBar } from "./save-template-bar.tsx";
import { SlotSection } from "./slot-section.tsx";
import type { TemplateAnswer } from "./template-action.server.ts";

interface TemplateDesignerProps {
  start: TemplateStart;
  mayEdit: boolean;
}

/** The drawing board of staff: what is drawn is what buyers begin with, and some of its words are theirs to fill in. */
export function TemplateDesigner({ start, mayEdit }: TemplateDesignerProps) {
  const words = usePrintingWords();
  const to = useLocalPath();
  const { product, spec } = start;
  const editor = useEditor(start.document, placeOf(spec));
  const { document, place } = editor;
  const area = spec.sides
    .find(({ id }) => id === place.side)
    ?.areas.find(({ id }) => id === place.area);
  const values = useMemo(() => samplesOf(document), [document]);
  const design = useDrawing(document, spec, start.list, null, values);
  const [panel, setPanel] = useState<PanelName | null>(null);
  const [head, setHead] = useState({ name: start.name, published: start.published });
  const fetcher = useFetcher<TemplateAnswer>();
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  const [sent, setSent] = useState({ document: start.document, head });
  const isSaved = sent.document === document && sent.head === head && start.version > 0;
  const isDirty = reply?.problem !== undefined || sent.document !== document || sent.head !== head;
  useDirtyForm(isDirty && !busy);
  const save = () => {
    setSent({ document, head });
    const body = {
      version: start.version,
      ...head,
      document: { ...withUsedFields(document), spec: start.spec_id },
    };
    void fetcher.submit(body as never, { method: "post", encType: "application/json" });
  };
  const title = head.name.id || words.templates.untitled;
  return (
    <Workbench
      editor={editor}
      design={design}
      spec={spec}
      specId={start.spec_id}
      body={null}
      templates={start.others}
      open={panel}
      onOpen={setPanel}
      uploadsTo="/admin/Products/Printing/Pictures"
      onSlot={(within) => {
        const added = withNewSlot(document, place, within, words.templates.newPhotoLabel);
        editor.change({ kind: "add", document: added.document, layer: added.id });
        setPanel("properties");
      }}
      header={
        <DesignerHeader
          title={`${product.name}: ${title}`}
          back={to(`/admin/Products/${product.id}/Printing`)}
          status={isSaved && !isDirty ? words.templates.saved : null}
          editor={editor}
        />
      }
      layerFields={(layer) => {
        const onChange = (next: DesignDocument) =>
          editor.change({
            kind: "look",
            document: next,
            layer: layer.id,
            join: `field ${layer.id}`,
          });
        if (layer.kind === "slot")
          return <SlotSection document={document} layer={layer} onChange={onChange} />;
        if (!area || (layer.kind !== "text" && layer.kind !== "shape")) return null;
        return (
          <>
            {layer.kind === "text" ? (
              <FieldSection document={document} layer={layer} area={area} onChange={onChange} />
            ) : null}
            <InkSection
              document={document}
              layer={layer}
              area={area}
              onChange={onChange}
              garments={start.garments}
            />
          </>
        );
      }}
      footer={
        <SaveTemplateBar
          {...head}
          findings={design.findings}
          isChecked={design.isChecked}
          busy={busy}
          isBrief={panel !== null}
          mayEdit={mayEdit}
          problem={reply?.problem}
          onChange={(part) => setHead((before) => ({ ...before, ...part }))}
          onChecks={() => setPanel(panel === "checks" ? null : "checks")}
          onSave={save}
        />
      }
    />
  );
}
