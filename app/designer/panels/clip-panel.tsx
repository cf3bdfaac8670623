import { useState } from "react";
import { useClipWords } from "#app/designer/panels/messages/clips.ts";
import { TextInput } from "#app/ui/text-input.tsx";
import { type ClipName, clipGroups } from "#shop/designs/clips/groups.ts";
import { clipLibrary, newestClip } from "#shop/designs/clips/library.ts";
import type { ClipLayer, DesignDocument } from "#shop/designs/document/document.ts";
import type { SpecArea } from "#shop/designs/document/print-spec.ts";
import { newClip } from "#shop/designs/edit/new-clip.ts";

interface ClipPanelProps {
  document: DesignDocument;
  area: SpecArea;
  onChoose: (layer: ClipLayer) => void;
}

/** Clip art in groups, found by its name. */
export function ClipPanel({ document, area, onChoose }: ClipPanelProps) {
  const words = useClipWords();
  const [sought, setSought] = useState("");
  const text = sought.trim().toLowerCase();
  const groups = clipGroups
    .map(({ name, clips }) => ({
      name,
      clips: (clips as readonly ClipName[]).filter(
        (clip) =>
          words.names[clip].includes(text) || words.groups[name].toLowerCase().includes(text),
      ),
    }))
    .filter(({ clips }) => clips.length > 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <TextInput
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        value={sought}
        onChange={({ target }) => setSought(target.value)}
      />
      {groups.length === 0 ? <p className="text-sm text-muted">{words.nothing}</p> : null}
      {groups.map(({ name, clips }) => (
        <section key={name} aria-label={words.groups[name]} className="grid gap-1">
          <h3 className="font-sans text-xs font-normal text-muted">{words.groups[name]}</h3>
          <div className="grid grid-cols-5 gap-1">
            {clips.map((clip) => (
              <button
                key={clip}
                type="button"
                aria-label={words.names[clip]}
                title={words.names[clip]}
                className="grid aspect-square min-h-11 place-items-center border border-rule bg-card hover:border-ink"
                onClick={() => onChoose(newClip(document, area, clip, words.names[clip]))}
              >
                <ClipPicture name={clip} />
              </button>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function ClipPicture({ name }: { name: ClipName }) {
  const art = clipLibrary.get(newestClip(name));
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${art?.w ?? 0} ${art?.h ?? 0}`} className="icon size-7">
      {art?.paths.map(({ path, stroke }) => (
        <path key={path} d={path} strokeWidth={stroke} />
      ))}
    </svg>
  );
}
