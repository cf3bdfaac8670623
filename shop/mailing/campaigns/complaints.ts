import type { Tallies } from "./campaign.ts";

/** Mails of a campaign from which its share of complaints says something. */
export const minMailsForComplaints = 1_000;
/** Complaints in a thousand from which Gmail and others refuse a sender. */
export const maxComplaintsPerMille = 3;
/** Complaints in a thousand that Gmail asks every sender to stay below. */
const warnedComplaintsPerMille = 1;

/** Whether so many recipients complain that somebody should look, before the campaign pauses by itself. */
export function hasManyComplaints({
  accepted,
  bounced,
  complained,
}: Pick<Tallies, "accepted" | "bounced" | "complained">): boolean {
  const mails = accepted + bounced + complained;
  return mails >= minMailsForComplaints && complained * 1000 >= mails * warnedComplaintsPerMille;
}
