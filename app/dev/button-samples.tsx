import { useDevWords } from "#app/dev/messages/dev.ts";
import { Button, ButtonLink, IconButton } from "#app/ui/button.tsx";
import { Samples } from "./samples.tsx";

const looks = ["primary", "quiet", "danger", "bare"] as const;

export function ButtonSamples() {
  const words = useDevWords();
  return (
    <Samples title={words.buttons}>
      {looks.map((look) => (
        <div key={look} className="flex flex-wrap gap-3">
          <Button look={look}>{words.looks[look]}</Button>
          <Button look={look} icon="check">
            {words.withIcon}
          </Button>
          <Button look={look} busy>
            {words.busy}
          </Button>
          <Button look={look} disabled>
            {words.disabled}
          </Button>
          <ButtonLink look={look} icon="arrow-right" to="#">
            {words.link}
          </ButtonLink>
        </div>
      ))}
      <Button wide>{words.wide}</Button>
      <div className="flex gap-2">
        <IconButton icon="trash-2" label={words.looks.danger} />
        <IconButton icon="x" label={words.disabled} disabled />
      </div>
    </Samples>
  );
}
