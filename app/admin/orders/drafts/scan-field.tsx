import { useEffect, useId, useRef, useState } from "react";
import { useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import { useLocalPath } from "#app/language.ts";
import { Button } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { DraftVariant } from "#shop/orders/drafts/draft-choice.ts";

/** A scanner types like a keyboard and ends with Enter: each scan adds one piece. */
export function ScanField({ onScan }: { onScan: (variant: DraftVariant) => void }) {
  const { counterSale: words, failed } = useDraftWords();
  const to = useLocalPath();
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState("");
  // Scans can arrive faster than responses, so the lookups run one after another.
  const last = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => box.current?.focus(), []);
  const find = async (code: string) => {
    try {
      const query = new URLSearchParams({ q: code });
      const response = await fetch(`${to("/admin/Orders/Drafts/Choices")}?${query}`);
      const hits: readonly DraftVariant[] = response.ok ? await response.json() : [];
      const hit = hits.find(({ is_exact }) => is_exact);
      if (hit) onScan(hit);
      setSaid(hit ? words.added(hit.name) : words.unknown(code));
    } catch {
      setSaid(failed);
    }
  };
  const scan = () => {
    const code = box.current?.value.trim() ?? "";
    if (box.current) box.current.value = "";
    if (code !== "") last.current = last.current.then(() => find(code));
  };
  return (
    <div className="grid gap-1.5 border border-ink p-4">
      <label htmlFor={id} className="text-sm font-semibold">
        {words.scan}
      </label>
      <div className="flex flex-wrap gap-2">
        <TextInput
          ref={box}
          id={id}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
          aria-describedby={`${id}-hint`}
          className="figures min-w-0 flex-1 basis-40 text-lg"
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            scan();
          }}
        />
        <Button onClick={scan}>{words.add}</Button>
      </div>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {words.scanHint}
      </p>
      <p role="status" className="min-h-6">
        {said}
      </p>
    </div>
  );
}
