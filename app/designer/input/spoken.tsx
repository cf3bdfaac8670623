import { useEffect, useRef, useState } from "react";
import { changedFindings } from "#app/designer/changed-findings.ts";
import { boxOfLayer, nameOfLayer } from "#app/designer/describe-layer.ts";
import type { Editor } from "#app/designer/use-editor.ts";
import { useLanguage } from "#app/language.ts";
import { type DesignerWords, useDesignerWords } from "#app/messages/shared/designer.ts";
import type { Language } from "#base/language.ts";
import type { Finding } from "#shop/designs/draw/finding.ts";
import type { Placement } from "#shop/designs/edit/drag-layer.ts";

/** Milliseconds without a change before it is said, so that a held key is not a hundred sentences. */
const quietMs = 500;
/** More would drown the place of the layer. */
const maxFindings = 2;

interface SpokenProps {
  editor: Editor;
  gripped: Placement | null;
  findings: readonly Finding[];
  /** Empty while their words have not come. */
  say: (finding: Finding) => string;
}

/** What a screen reader hears after a change: the place and size of what is chosen, or what was undone, and which problems came and went. */
export function Spoken({ editor, gripped, findings, say }: SpokenProps) {
  const words = useDesignerWords();
  const language = useLanguage();
  const [text, setText] = useState("");
  const before = useRef(findings);
  const latest = useRef(say);
  latest.current = say;
  const place = saidOf(editor, gripped, words, language);
  useEffect(() => {
    const timer = setTimeout(() => {
      const { come, gone } = changedFindings(before.current, findings);
      before.current = findings;
      const found = (some: readonly Finding[], as: (text: string) => string) =>
        some.slice(0, maxFindings).map((one) => as(latest.current(one)));
      setText([place, ...found(come, words.found), ...found(gone, words.mended)].join(" ").trim());
    }, quietMs);
    return () => clearTimeout(timer);
  }, [place, findings, words]);
  return (
    <p className="sr-only" role="status">
      {text}
    </p>
  );
}

function saidOf(
  { layer, marked, said }: Editor,
  box: Placement | null,
  words: DesignerWords,
  language: Language,
): string {
  if (said) return words[said.way](words.steps[said.kind]);
  if (!layer || !box) return "";
  const { size, place } = boxOfLayer(box, words, language);
  const name = marked.length > 0 ? words.marked(marked.length) : nameOfLayer(layer, words);
  return words.said(name, size, place);
}
