import type { Sql } from "#db/client.server.ts";
import type { DisplayList } from "#shop/designs/draw/display-list.ts";
import { pictureOf } from "#shop/designs/draw/picture-of.server.ts";
import { sharedWords } from "#shop/designs/roster/shared-words.ts";
import type { ApprovedProof } from "./return.ts";

/** What the buyer approved of the personalised lines of an order, by the line; what a complaint is compared with. */
export async function readApprovedProofs(
  sql: Sql,
  orderId: string,
): Promise<Map<string, ApprovedProof>> {
  const rows = await sql<
    {
      line: string;
      customisation: string;
      display: DisplayList;
      words: string[];
      pieces: string[] | null;
    }[]
  >`
    select c.order_line_id as line, c.id as customisation, p.display, p.words, jsonb_path_query_array(p.pieces, '$[*].text') as pieces
    from customisations c join proofs p on p.customisation_id = c.id
    where c.order_id = ${orderId} and p.decision = 'approved' and p.display is not null`;
  return new Map(
    await Promise.all(
      rows.map(async ({ line, customisation, display, ...printed }) => {
        const proof = {
          customisation,
          picture: await pictureOf(display),
          words: sharedWords(printed),
          pieces: printed.pieces,
        };
        return [line, proof] as const;
      }),
    ),
  );
}
