import { useEffect, useRef, useState } from "react";
import { findingText } from "#app/designer/finding-texts.ts";
import { loadFonts } from "#app/designer/fonts/browser-fonts.ts";
import { formatNumber } from "#app/designer/numbers.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useDesignChecksWords } from "#app/messages/shared/design-checks.ts";
import { useDesignMovedWords } from "#app/storefront/designer/messages/design-moved.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { inLanguage } from "#base/language.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import type { PrintSpec } from "#shop/designs/document/print-spec.ts";
import { fitToSpec, type Move } from "#shop/designs/edit/fit-to-spec.ts";

interface MovedNoticeProps {
  /** As it was opened. */
  document: DesignDocument;
  /** What its goods are printed by now. */
  spec: PrintSpec;
  specId: string;
  /** The design was made for a former revision of it. */
  isOutdated: boolean;
  /** The variant that took the place of one that is no longer sold; null: the chosen one is. */
  variant: string | null;
  onMoved: (document: DesignDocument) => void;
  onClose: () => void;
}

/** Brings a design to the present specification, and says in words what is otherwise in it. */
export default function MovedNotice(props: MovedNoticeProps) {
  const { spec, specId, onMoved, onClose } = props;
  const words = useDesignMovedWords();
  const checks = useDesignChecksWords();
  const language = useLanguage();
  const to = useLocalPath();
  // As they were when the design was opened: moving it changes them.
  const [{ document, isOutdated, variant }] = useState(props);
  const [moves, setMoves] = useState<readonly Move[] | "unread" | null>(isOutdated ? null : []);
  const latest = useRef(onMoved);
  useEffect(() => {
    latest.current = onMoved;
  });
  useEffect(() => {
    if (!isOutdated) return;
    let isLatest = true;
    const moveToSpec = async () => {
      const answer = await fetch(to(`/api/print-specs/${document.spec}`));
      if (!answer.ok) throw new Error(`the specification ${document.spec} is not there`);
      const [{ spec: from }, fonts] = await Promise.all([
        answer.json() as Promise<{ spec: PrintSpec }>,
        loadFonts(Object.values(document.fonts)),
      ]);
      if (!isLatest) return;
      const fitted = fitToSpec(document, from, { id: specId, spec }, fonts);
      setMoves(fitted.moves);
      latest.current(fitted.document);
    };
    moveToSpec().catch((error: unknown) => {
      console.warn(error);
      if (isLatest) setMoves("unread");
    });
    return () => {
      isLatest = false;
    };
  }, [document, isOutdated, spec, specId, to]);
  if (moves === null) return null;

  const size = ([w, h]: readonly [number, number]) =>
    `${formatNumber(w, language)} × ${formatNumber(h, language)}`;
  const textOf = (move: Move): string => {
    switch (move.kind) {
      case "area_resized":
        return words.resized(inLanguage(move.side, language), size(move.from), size(move.to));
      case "area_gone": {
        const side = move.side === null ? words.unknownSide : inLanguage(move.side, language);
        return words.gone(side, move.layers, inLanguage(move.to, language));
      }
      case "layer": {
        const said = findingText(move.finding, checks, language);
        return move.finding.name ? `${move.finding.name}: ${said}` : said;
      }
    }
  };
  const texts = [
    ...(variant === null ? [] : [words.variant(variant)]),
    ...(moves === "unread" ? [words.unread] : moves.map(textOf)),
  ];
  return (
    <Notice
      tone="warning"
      action={
        <Button look="quiet" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      {isOutdated ? words.title : null}
      <ul className="mt-1 max-h-[24dvh] list-disc overflow-y-auto pl-5">
        {(texts.length > 0 ? [...new Set(texts)] : [words.fits]).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Notice>
  );
}
