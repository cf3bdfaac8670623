import type { ShownSide } from "#shop/designs/draw/shown-sides.ts";
import type { DesignChange, PrintedArea } from "./compare-designs.ts";
import type { Design } from "./design.ts";
import type { Pin, PrintFacts, ProofSheet } from "./proofs/proof-sheet.ts";
import type { Rejection } from "./rejection.ts";

/** As `customisations.status`; db/migrations/0029_production.sql defines the transitions. */
export const customisationStatuses = [
  "submitted",
  "in_review",
  "proof_sent",
  "changes_requested",
  "approved",
  "rejected",
  "in_production",
  "done",
] as const;
export type CustomisationStatus = (typeof customisationStatuses)[number];

/** The stages that a customer sees: `answer` is their turn, `revision` the shop's after they asked for a change. */
export const designStages = [
  "draft",
  "submitted",
  "answer",
  "revision",
  "approved",
  "printed",
] as const;
export type DesignStage = (typeof designStages)[number];

const stages: Readonly<Record<CustomisationStatus, DesignStage>> = {
  submitted: "submitted",
  in_review: "submitted",
  proof_sent: "answer",
  changes_requested: "revision",
  rejected: "answer",
  approved: "approved",
  in_production: "approved",
  done: "printed",
};

/** @param isPayable a dearer version of the buyer waits for its payment */
export function designStage(status: CustomisationStatus, isPayable: boolean): DesignStage {
  return isPayable ? "answer" : stages[status];
}

/** One card of the list: a saved design or an ordered one. */
export interface DesignCard {
  readonly id: string;
  readonly kind: "draft" | "ordered";
  readonly stage: DesignStage;
  readonly name: string;
  readonly product: { readonly name: string; readonly slug: string | null } | null;
  /** Null when this version of the program cannot read the stored document. */
  readonly design: Design | null;
  /** Sides with a picture; empty for designs older than print specifications. */
  readonly sides: readonly ShownSide[];
  /** The chosen options, e.g. `Merah / L`; empty where the product has none, or none was chosen. */
  readonly variant: string;
  readonly order: { readonly id: string; readonly number: string } | null;
  /** The link by which others see it, or what became of it. */
  readonly share: DesignShare | null;
  /** It shows uploaded pictures. */
  readonly has_pictures: boolean;
  /** ISO 8601. */
  readonly changed_at: string;
}

export interface DesignShare {
  /** Of the address `/Design/{token}`. */
  readonly token: string;
  /** Hidden because somebody reported it: until staff decide, or for good. */
  readonly hidden: "reported" | "removed" | null;
  /** When it was shared, as it was then; ISO 8601. */
  readonly created_at: string;
}

export interface Proof {
  readonly id: string;
  readonly version: number;
  readonly design: Design | null;
  /** What is printed, area by area; empty for documents of before there were print specifications. */
  readonly sheets: readonly ProofSheet[];
  /** Null where there are no sheets. */
  readonly facts: PrintFacts | null;
  /** The printed words, of a roster those that all pieces bear. */
  readonly words: readonly string[];
  /** Of a roster: the words of each piece; null where all pieces are alike. */
  readonly pieces: readonly string[] | null;
  /** Size of what is printed. */
  readonly areas: readonly PrintedArea[];
  /** What is different from the version before; null for the first one, and where they cannot be compared. */
  readonly changes: readonly DesignChange[] | null;
  /** The first characters of the fingerprint that an approval is bound to. */
  readonly fingerprint: string;
  /** Who made it. */
  readonly source: "buyer" | "staff";
  readonly note: string;
  readonly sent_at: string;
  readonly decision: "approved" | "changes_requested" | null;
  readonly decided_at: string | null;
}

export interface Message {
  readonly id: string;
  /** What it is about; null: the customisation as a whole. */
  readonly pin_id: string | null;
  readonly from_shop: boolean;
  readonly text: string;
  readonly at: string;
}

/** One personalised line of an order with its proofs and messages. */
export interface Customisation {
  readonly id: string;
  readonly status: CustomisationStatus;
  readonly name: string;
  readonly design: Design | null;
  readonly line: {
    readonly id: string;
    readonly name: string;
    readonly options: string;
    readonly quantity: number;
  };
  readonly rejection: Rejection | null;
  /** What staff add to the reason. */
  readonly rejection_note: string;
  /** Rounds of changes still included in the price; never negative. */
  readonly revisions_left: number;
  /** Its proof had no answer for `restDays`. */
  readonly is_resting: boolean;
  /** The last day on which the shop takes its next step, YYYY-MM-DD; null where it waits for somebody else, or is late. */
  readonly answer_day: string | null;
  /** How long its uploaded pictures are kept; null: it has none, or is not printed yet. */
  readonly kept_pictures: {
    /** An ISO moment. */
    readonly until: string;
    readonly is_gone: boolean;
    /** Another year can be added. */
    readonly may_extend: boolean;
  } | null;
  /** Newest first. */
  readonly proofs: readonly Proof[];
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** Of all proofs, by number. */
  readonly pins: readonly Pin[];
}

/** Characters of a fingerprint that suffice to compare it by eye. */
export const shownFingerprint = 12;
export const maxMessageLength = 2000;
export const maxDesignNameLength = 80;

/** Statuses in which places on a proof can be discussed: nothing is approved yet. */
export const statusesWithPins: ReadonlySet<CustomisationStatus> = new Set([
  "submitted",
  "in_review",
  "proof_sent",
  "changes_requested",
  "rejected",
]);

/** Days without an answer after which a proof rests: what was promised no longer holds. */
export const restDays = 7;
/** Days without an answer after which staff decide with the buyer. */
export const decideDays = 14;

/** The proof that waits for an answer, if there is one. */
export function openProof<P extends Pick<Proof, "decision">>({
  status,
  proofs,
}: {
  readonly status: CustomisationStatus;
  readonly proofs: readonly P[];
}): P | undefined {
  return status === "proof_sent" ? proofs.find(({ decision }) => decision === null) : undefined;
}
