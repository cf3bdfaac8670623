import { Fragment, type ReactNode } from "react";
import { useLocalPath } from "#app/language.ts";
import { plainPath } from "#base/language.ts";
import { type Inline, readRichText } from "#shop/kernel/rich-text.ts";
import { Link } from "./link.tsx";

/** Typed text with bold, italic, links and lists. It becomes elements, so HTML in it stays text. */
export function RichText({ text }: { text: string }) {
  const to = useLocalPath();
  const show = (parts: readonly Inline[]): ReactNode =>
    parts.map((part, place) => {
      const key = `${place}`;
      if (typeof part === "string") return part;
      if (part.mark !== "link") {
        const Mark = part.mark === "bold" ? "strong" : "em";
        return <Mark key={key}>{show(part.of)}</Mark>;
      }
      return part.url.startsWith("/") ? (
        <Link key={key} className="link" to={to(plainPath(part.url))}>
          {show(part.of)}
        </Link>
      ) : (
        <a key={key} className="link" href={part.url} rel="noopener nofollow">
          {show(part.of)}
        </a>
      );
    });
  // A text has no identity of its parts: their places are their keys.
  return readRichText(text).map(({ isList, lines }, block) => {
    const key = `${block}`;
    const shown = lines.map((line, place) => {
      const lineKey = `${place}`;
      if (isList) return <li key={lineKey}>{show(line)}</li>;
      return (
        <Fragment key={lineKey}>
          {place > 0 ? <br /> : null}
          {show(line)}
        </Fragment>
      );
    });
    return isList ? (
      <ul key={key} className="grid list-disc gap-1 pl-5">
        {shown}
      </ul>
    ) : (
      <p key={key}>{shown}</p>
    );
  });
}
