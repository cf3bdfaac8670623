import { useState } from "react";
import { Section } from "#app/admin/kit/section.tsx";
import { usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { Button } from "#app/ui/button.tsx";
import { type PresetName, presetNames, presetSpec } from "#shop/designs/print-setup/presets.ts";
import type { Printing } from "#shop/designs/print-setup/printing.ts";
import { SpecForm } from "./spec-form.tsx";

interface StartPanelProps {
  printing: Printing;
  newId: string;
  mayEdit: boolean;
  mayPrice: boolean;
  /** Other variants are printed already. */
  isAnother: boolean;
}

/** Usual goods to begin with, where a product cannot be printed yet. */
export function StartPanel({ printing, newId, mayEdit, mayPrice, isAnother }: StartPanelProps) {
  const words = usePrintingWords();
  const [chosen, setChosen] = useState<PresetName | null>(null);
  if (chosen !== null) {
    return (
      <SpecForm
        printing={printing}
        newId={newId}
        mayEdit={mayEdit}
        mayPrice={mayPrice}
        spec={presetSpec(chosen)}
        replaces={null}
        onDiscard={() => setChosen(null)}
      />
    );
  }
  return (
    <Section title={isAnother ? words.otherSpec : words.start.title} hint={words.start.text}>
      <div className="grid gap-2 sm:grid-cols-2 xl:grid-cols-4">
        {presetNames.map((name) => (
          <Button key={name} look="quiet" disabled={!mayEdit} onClick={() => setChosen(name)}>
            {words.start.button(words.presets[name])}
          </Button>
        ))}
      </div>
    </Section>
  );
}
