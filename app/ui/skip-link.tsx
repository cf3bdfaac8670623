import { useWords } from "#app/messages/shared/ui.ts";

export function SkipLink() {
  const words = useWords();
  return (
    <a
      href="#content"
      className="sr-only bg-carbon text-on-carbon focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-4 focus:py-3"
    >
      {words.skipToContent}
    </a>
  );
}
