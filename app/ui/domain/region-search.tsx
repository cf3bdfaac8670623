import { useLocalPath } from "#app/language.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import type { RegionHit } from "#shop/kernel/regions/region.ts";

interface RegionSearchProps {
  onChoose: (hit: RegionHit) => void;
  label?: string;
  error?: string;
}

/** One box for kelurahan, kecamatan, kota or postal code instead of four lists. */
export default function RegionSearch({ onChoose, label, error }: RegionSearchProps) {
  const { region: words } = useWords();
  const to = useLocalPath();
  return (
    <Combobox<RegionHit>
      label={label ?? words.label}
      placeholder={words.placeholder}
      error={error}
      maxLength={80}
      minLetters={3}
      address={to("/api/regions")}
      idOf={({ code }) => code}
      // Nothing was found, whyever: the words fit both.
      words={{ ...words, failed: words.none }}
      onChoose={onChoose}
    >
      {(hit) => hit.label}
    </Combobox>
  );
}
