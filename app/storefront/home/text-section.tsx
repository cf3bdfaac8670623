import { useLocalPath } from "#app/language.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { RichText } from "#app/ui/rich-text.tsx";

interface TextSectionProps {
  title: string;
  text: string;
  /** Empty: no button. */
  link: string;
  label: string;
}

/** A text of the shop with an optional button. */
export function TextSection({ title, text, link, label }: TextSectionProps) {
  const to = useLocalPath();
  return (
    <section className="page py-10 md:py-14">
      {title ? <h2 className="mb-3 text-2xl wrap-anywhere">{title}</h2> : null}
      <div className="grid max-w-[65ch] gap-3 wrap-anywhere md:text-lg">
        <RichText text={text} />
      </div>
      {link ? (
        <div className="mt-6 flex">
          <ButtonLink to={link.startsWith("/") ? to(link) : link} icon="arrow-right">
            {label}
          </ButtonLink>
        </div>
      ) : null}
    </section>
  );
}
