import { LocalTextField } from "#app/admin/kit/form/local-text.tsx";
import { Section } from "#app/admin/kit/section.tsx";
import { usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { AreaFields } from "./area-fields.tsx";
import { SideDrawing } from "./side-drawing.tsx";
import { type AreaDraft, freeId, type SideDraft, type SpecDraft } from "./spec-draft.ts";

const maxAreas = 8;

interface SideSectionProps {
  side: SideDraft;
  process: SpecDraft["process"];
  /** Counted from 0. */
  place: number;
  errorOf: (path: string) => string | undefined;
  onChange: (side: SideDraft) => void;
  onRemove: (() => void) | undefined;
}

/** A side of the goods: its measured drawing, and the fields of each area. */
export function SideSection({
  side,
  process,
  place,
  errorOf,
  onChange,
  onRemove,
}: SideSectionProps) {
  const words = usePrintingWords();
  const { areas } = side;
  const last = areas.at(-1);
  const name = side.name.id || words.side(place + 1);
  const changeArea = (index: number, area: AreaDraft) =>
    onChange({ ...side, areas: areas.with(index, area) });
  return (
    <Section
      title={name}
      action={
        onRemove ? (
          <IconButton icon="trash-2" label={words.removeSide(name)} onClick={onRemove} />
        ) : undefined
      }
    >
      <LocalTextField
        label={words.sideName}
        maxLength={60}
        value={side.name}
        errors={{ id: errorOf("name.id"), en: errorOf("name.en") }}
        onChange={(next) => onChange({ ...side, name: next })}
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <figure className="grid gap-2 lg:sticky lg:top-4">
          <SideDrawing label={words.preview(name)} areas={areas} onChange={changeArea} />
          <figcaption className="text-sm text-muted">{words.previewHint}</figcaption>
        </figure>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {areas.map((area, index) => (
            <AreaFields
              key={area.id}
              area={area}
              process={process}
              place={index}
              errorOf={(path) => errorOf(`areas.${index}.${path}`)}
              onChange={(next) => changeArea(index, next)}
              onRemove={
                areas.length > 1
                  ? () => onChange({ ...side, areas: areas.toSpliced(index, 1) })
                  : undefined
              }
            />
          ))}
          {last && areas.length < maxAreas ? (
            <Button
              look="quiet"
              icon="plus"
              className="justify-self-start"
              onClick={() => onChange({ ...side, areas: [...areas, another(areas, last)] })}
            >
              {words.addArea}
            </Button>
          ) : null}
        </div>
      </div>
    </Section>
  );
}

/** Like the last one, without its holes. */
function another(areas: readonly AreaDraft[], like: AreaDraft): AreaDraft {
  const id = freeId(
    "area",
    areas.map((area) => area.id),
  );
  return { ...like, id, holes: [] };
}
