import { useEditingWords } from "#app/admin/kit/messages/editing.ts";
import { Button } from "#app/ui/button.tsx";

/** A field that two people changed to different values. */
export interface ConflictingField {
  readonly name: string;
  readonly label: string;
  readonly before: string;
  readonly theirs: string;
  readonly mine: string;
}

interface ConflictProps {
  fields: readonly ConflictingField[];
  onKeepMine: (name: string) => void;
  onTakeTheirs: (name: string) => void;
}

/** Three values of each field that two people changed, and the choice between two of them. */
export function Conflict({ fields, onKeepMine, onTakeTheirs }: ConflictProps) {
  const { conflict: words } = useEditingWords();
  if (fields.length === 0) return null;
  return (
    <section role="alert" className="grid gap-4 border-2 border-stamp bg-card p-4">
      <div className="grid gap-1">
        <h2 className="text-lg">{words.title}</h2>
        <p className="text-muted">{words.text}</p>
      </div>
      {fields.map(({ name, label, before, theirs, mine }) => (
        <div key={name} className="grid gap-2 border-t border-rule pt-3">
          <h3 className="font-semibold">{label}</h3>
          <dl className="grid gap-3 sm:grid-cols-3">
            {[
              [words.before, before],
              [words.theirs, theirs],
              [words.mine, mine],
            ].map(([title, value]) => (
              <div key={title} className="min-w-0">
                <dt className="printed text-muted">{title}</dt>
                <dd className="wrap-anywhere whitespace-pre-wrap">{value || words.empty}</dd>
              </div>
            ))}
          </dl>
          <div className="flex flex-wrap gap-2">
            <Button look="quiet" onClick={() => onTakeTheirs(name)}>
              {words.takeTheirs}
            </Button>
            <Button look="quiet" onClick={() => onKeepMine(name)}>
              {words.keepMine}
            </Button>
          </div>
        </div>
      ))}
    </section>
  );
}
