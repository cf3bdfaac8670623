import { usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { useLocalPath } from "#app/language.ts";
import { Link } from "#app/ui/link.tsx";
import type { Printing } from "#shop/designs/print-setup/printing.ts";

/** The specifications of a product whose variants are printed in different ways, e.g. cases of several phones. */
export function SpecTabs({ printing, current }: { printing: Printing; current: string | null }) {
  const words = usePrintingWords();
  const to = useLocalPath();
  const { product, specs, variants } = printing;
  const address = (spec: string) => to(`/admin/Products/${product.id}/Printing?spec=${spec}`);
  const tab = "flex min-h-11 items-center border px-3";
  return (
    <nav aria-label={words.specs} className="flex flex-wrap gap-2">
      {specs.map(({ id, revision }) => (
        <Link
          key={id}
          to={address(id)}
          aria-current={id === current ? "page" : undefined}
          className={`${tab} ${id === current ? "border-ink font-semibold" : "border-rule"}`}
        >
          {words.specOf(String(revision))}
          <span className="ml-2 font-normal text-muted">
            {words.variantsOf(variants.filter(({ spec_id }) => spec_id === id).length)}
          </span>
        </Link>
      ))}
      {variants.length > 1 ? (
        <Link
          to={address("New")}
          aria-current={current === null ? "page" : undefined}
          className={`${tab} ${current === null ? "border-ink font-semibold" : "border-dashed border-rule"}`}
        >
          {words.otherSpec}
        </Link>
      ) : null}
    </nav>
  );
}
