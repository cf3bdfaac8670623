import { useDeferredValue, useState } from "react";
import { NamedLocalText } from "#app/admin/kit/form/local-text.tsx";
import { useEditingWords } from "#app/admin/kit/messages/editing.ts";
import { useSiteWords } from "#app/admin/site/messages/site.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { PageClauses } from "#app/ui/page-clauses.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextArea } from "#app/ui/text-input.tsx";
import { type Language, languages } from "#base/language.ts";
import { bannerTones, maxBannerText } from "#shop/content/banner.ts";
import { isFixedPage } from "#shop/content/document.ts";
import { readFaqText } from "#shop/content/faq-page.ts";
import { maxPageDescription, maxPageText, maxPageTitle } from "#shop/content/page.ts";
import { readPageText } from "#shop/content/page-text.ts";
import { type BodyFieldsProps, type BodyValues, startOf } from "./body-values.ts";
import { HomeFields } from "./home-fields.tsx";
import { LinkField } from "./link-field.tsx";
import { LookFields } from "./look-fields.tsx";
import { MenuFields } from "./menu-fields.tsx";

/** The controls of a document's body. */
export function BodyFields(props: BodyFieldsProps) {
  const { kind } = props.name;
  if (kind === "look") return <LookFields {...props} />;
  if (kind === "home") return <HomeFields {...props} />;
  if (kind === "menu") return <MenuFields {...props} />;
  return kind === "banner" ? <BannerFields {...props} /> : <PageFields {...props} />;
}

function BannerFields({ values, errorOf }: BodyFieldsProps) {
  const words = useSiteWords();
  const { fields } = words;
  return (
    <>
      <NamedLocalText
        name="text"
        label={fields.text ?? ""}
        start={startOf(values, "text")}
        maxLength={maxBannerText}
        errorOf={errorOf}
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <LinkField name="link" hint={words.linkHint} values={values} errorOf={errorOf} />
        <Field label={fields.tone} error={errorOf("tone")}>
          {(parts) => (
            <Select {...parts} name="tone" defaultValue={values.tone}>
              {bannerTones.map((tone) => (
                <option key={tone} value={tone}>
                  {words.tones[tone]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Checkbox
        name="dismissible"
        label={fields.dismissible}
        defaultChecked={values.dismissible === "on"}
      />
    </>
  );
}

function PageFields({ name: { key }, values, errorOf }: BodyFieldsProps) {
  const { fields, descriptionHint } = useSiteWords();
  // These pages have fixed titles, which the footer also uses.
  const hasTitle = key !== "shipping-returns" && key !== "privacy-intro";
  const hasDescription = key !== "privacy-intro";
  return (
    <>
      {hasTitle ? (
        <NamedLocalText
          name="title"
          label={fields.title ?? ""}
          start={startOf(values, "title")}
          maxLength={maxPageTitle}
          errorOf={errorOf}
        />
      ) : (
        <Hidden names={["title.id", "title.en"]} values={values} />
      )}
      {hasDescription ? (
        <NamedLocalText
          name="description"
          label={fields.description ?? ""}
          hint={descriptionHint}
          start={startOf(values, "description")}
          maxLength={maxPageDescription}
          errorOf={errorOf}
        />
      ) : (
        <Hidden names={["description.id", "description.en"]} values={values} />
      )}
      {languages.map((language) => (
        <PageTextField
          key={language}
          language={language}
          isFaq={key === "faq"}
          start={values[`text.${language}`] ?? ""}
          error={errorOf(`text.${language}`)}
        />
      ))}
      {isFixedPage(key) ? (
        <Hidden names={["in_sitemap"]} values={values} />
      ) : (
        <Checkbox
          name="in_sitemap"
          label={fields.in_sitemap}
          defaultChecked={values.in_sitemap === "on"}
        />
      )}
    </>
  );
}

function Hidden({ names, values }: { names: readonly string[]; values: BodyValues }) {
  return names.map((name) => (
    <input key={name} type="hidden" name={name} value={values[name] ?? ""} />
  ));
}

interface PageTextFieldProps {
  language: Language;
  isFaq: boolean;
  start: string;
  error: string | undefined;
}

/** The text of one language as it is typed, and as visitors will read it. */
function PageTextField({ language, isFaq, start, error }: PageTextFieldProps) {
  const words = useSiteWords();
  const editing = useEditingWords();
  const [typed, setTyped] = useState(start);
  const shown = useDeferredValue(typed);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
      <Field
        label={
          <>
            {words.fields.text}{" "}
            <span className="font-normal text-muted">{editing.languages[language]}</span>
          </>
        }
        hint={isFaq ? words.faqHint : words.textHint}
        error={error}
      >
        {(parts) => (
          <TextArea
            {...parts}
            name={`text.${language}`}
            lang={language}
            rows={16}
            maxLength={maxPageText}
            defaultValue={start}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Field>
      <section
        aria-label={`${words.preview} (${editing.languages[language]})`}
        className="grid gap-2"
      >
        <p className="text-sm font-semibold">{words.preview}</p>
        <div
          lang={language}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area needs the focus for the arrow keys
          tabIndex={0}
          className="max-h-[28rem] divide-y divide-rule overflow-y-auto border border-rule px-4 text-base"
        >
          {isFaq ? <FaqPreview text={shown} /> : <PageClauses sections={readPageText(shown)} />}
        </div>
      </section>
    </div>
  );
}

function FaqPreview({ text }: { text: string }) {
  const { settledAnswer } = useSiteWords();
  const sections = readFaqText(text).flatMap(({ title, questions }) => [
    { heading: title || "…", text: "" },
    ...questions.map(({ question, answer }) => ({
      heading: question,
      text: answer || settledAnswer,
    })),
  ]);
  return <PageClauses sections={sections} />;
}
