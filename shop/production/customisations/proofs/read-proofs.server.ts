import type { Sql, SqlFragment } from "#db/client.server.ts";
import { readPrintSpec } from "#shop/designs/document/print-spec.ts";
import type { DisplayList } from "#shop/designs/draw/display-list.ts";
import { bodyOfLine } from "#shop/designs/mockups/body-colour.server.ts";
import { profileNames } from "#shop/designs/print/print-profiles.server.ts";
import { sharedWords } from "#shop/designs/roster/shared-words.ts";
import {
  compareDesigns,
  comparePieces,
  printedAreas,
} from "#shop/production/customisations/compare-designs.ts";
import {
  type Message,
  type Proof,
  shownFingerprint,
} from "#shop/production/customisations/customisation.ts";
import { readDesign } from "#shop/production/customisations/design.ts";
import type { Pin } from "./proof-sheet.ts";
import { printFacts, sheetsOf } from "./proof-sheets.server.ts";

/** Paper, where the shop does not say which colour the goods have. */
const paper = "#ffffff";

type ProofRow = Omit<
  Proof,
  "design" | "sheets" | "facts" | "areas" | "changes" | "fingerprint" | "words"
> & {
  readonly document: unknown;
  readonly document_hash: string;
  readonly display: DisplayList | null;
  readonly display_hash: string | null;
  readonly words: readonly string[];
};

/** The columns of `proofColumns`. */
export interface ProofRows {
  /** Newest first. */
  readonly proofs: readonly ProofRow[];
  readonly messages: readonly Message[];
  readonly pins: readonly Pin[];
  /** Colour of the goods as #rrggbb. */
  readonly body: string | null;
  /** The print specification as it was ordered by. */
  readonly print_spec: unknown;
}

/** What was said and shown of the customisation `c` of the order line `l`. */
export function proofColumns(sql: Sql): SqlFragment {
  return sql`(
      select coalesce(json_agg(json_build_object(
        'id', p.id, 'version', p.version, 'document', p.document, 'document_hash', p.document_hash,
        'display', p.display, 'display_hash', p.display_hash, 'words', p.words,
        'pieces', jsonb_path_query_array(p.pieces, '$[*].text'), 'source', p.source,
        'note', p.note, 'sent_at', p.sent_at, 'decision', p.decision, 'decided_at', p.decided_at
      ) order by p.version desc), '[]')
      from proofs p where p.customisation_id = c.id
    ) as proofs,
    (
      select coalesce(json_agg(json_build_object(
        'id', m.id, 'pin_id', m.pin_id, 'from_shop', m.from_shop, 'text', m.text, 'at', m.at) order by m.at, m.id), '[]')
      from customisation_messages m where m.customisation_id = c.id
    ) as messages,
    (
      select coalesce(json_agg(json_build_object(
        'id', n.id, 'proof_id', n.proof_id, 'number', n.number, 'from_shop', n.from_shop,
        'side', n.side, 'area', n.area, 'x', n.x, 'y', n.y, 'settled_at', n.settled_at) order by n.number), '[]')
      from proof_pins n where n.customisation_id = c.id
    ) as pins,
    ${bodyOfLine(sql)} as body, c.spec as print_spec`;
}

/** Proofs as both sides see them, each compared with the one before; newest first. */
export async function shownProofs({
  proofs,
  body,
  print_spec,
}: Pick<ProofRows, "proofs" | "body" | "print_spec">): Promise<Proof[]> {
  const spec = readPrintSpec(print_spec);
  const profiles = await profileNames();
  return Promise.all(
    proofs.map(async (row, index) => {
      const { document, document_hash, display, display_hash, ...proof } = row;
      const before = proofs[index + 1];
      return {
        ...proof,
        design: readDesign(document),
        sheets: display ? await sheetsOf(display, body ?? paper, spec.ok ? spec.value : null) : [],
        facts: display && printFacts(display, spec.ok ? spec.value : null, profiles),
        areas: display ? printedAreas(display) : [],
        words: sharedWords(proof),
        changes:
          display && before?.display
            ? [...compareDesigns(before.display, display), ...comparePieces(before, proof)]
            : null,
        fingerprint: (display_hash ?? document_hash).slice(0, shownFingerprint),
      };
    }),
  );
}
