import { counted } from "#base/plural.ts";
import type { id } from "./sending-health.id.ts";

export const en: typeof id = {
  title: "Sending health",
  lead: "What decides whether the shop's news arrives: the domain's records, the pace, and what email providers send back.",
  sender: "Sender",
  relay: "Mail server",
  noRelay: "None yet. Emails are kept and can be read at /dev/mail.",
  signing: "DKIM signature",
  signings: {
    on: "Yes, every email is signed",
    waiting: "Not yet: publish the DKIM record below first",
    off: "No, because MAIL_DKIM=off. The mail server signs.",
  },
  dns: "Domain records",
  noDomain:
    "This shop has no domain of its own yet. Set MAIL_NEWS_FROM to an address at the shop's domain, then come back.",
  checkedAt: (moment) => `Checked ${moment}`,
  checkAgain: "Check again",
  checking: "Checking…",
  lines: {
    spf: "SPF: which servers may send",
    dkim: "DKIM: the signature of emails",
    dmarc: "DMARC: what happens to forged emails",
    mx: "MX: where replies arrive",
  },
  states: { good: "Good", missing: "Missing", wrong: "Wrong", unknown: "Unknown" },
  reasons: {
    not_found: "This record is not published yet.",
    several: "There are several; receivers refuse all of them. Leave one.",
    too_many_lookups:
      "This record takes more than 10 look-ups, so receivers give up. Use fewer includes.",
    relay_missing: "The shop's mail server is not in it.",
    relay_unknown:
      "The shop cannot tell. Ask the provider of your mail server for the right value.",
    other_key: "The published key is not this shop's.",
    no_policy: "It has no policy (p=).",
    not_aligned:
      "Reports go to another domain (MAIL_BOUNCES), so SPF does not speak for this sender. Publish the DKIM record, or report to an address at the sender's domain.",
    takes_no_mail: "This domain says that it takes no email, so replies are lost.",
    no_answer: "The name server did not answer. Try again in a moment.",
    answers_differ:
      "Two name servers say different things, as below. After a change wait an hour; if it stays, check the record where the domain is managed.",
  },
  sharesDomain: (domain) =>
    `News and emails about orders leave from the same domain. Complaints about news then harm receipts too. Better: a subdomain and a sender of its own for news, e.g. MAIL_NEWS_FROM=news@news.${domain}.`,
  found: "Published now",
  publish: "Publish this",
  replace: "Replace it with this",
  recordName: "Name",
  recordType: "Type",
  recordValue: "Value",
  mxFrom: "Publish the record that the provider of this sender's mailbox gives you.",
  copyName: "Copy name",
  copyValue: "Copy value",
  copied: "Copied",
  pace: "Pace",
  paceLead:
    "Emails a second, for all processes together. The pace drops by itself when a provider asks for less, then rises again.",
  groups: {
    all: "All",
    gmail: "Gmail",
    microsoft: "Microsoft",
    yahoo: "Yahoo",
    apple: "Apple",
    other: "Others",
  },
  paceHeads: { group: "Provider", allowed: "Allowed", now: "Now" },
  slowedAt: (moment) => `slower since ${moment}`,
  back: "What came back",
  backLead: (count) => `Of the newest ${counted(count, "report", "reports")}.`,
  unnamedDomain: "Domain not named",
  backHeads: {
    domain: "Domain",
    hard: "Unknown",
    soft: "Full",
    policy: "Refused",
    complaints: "Complaints",
  },
  noReports: "No reports yet",
  noReportsText: "Returned emails and complaints appear here.",
  mailboxRead: (moment) => `The mailbox of bounces was last read ${moment}.`,
  mailboxNever: "The mailbox of bounces was never read. Look again in two minutes.",
  mailboxProblem: "The mailbox of bounces could not be read:",
  noSecret:
    "Reports of providers are not taken yet. Set MAIL_EVENTS_SECRET, then register this address with your provider:",
  gmail: "Gmail does not say who complains.",
  postmaster: "See the number in Postmaster Tools",
  events: "Newest reports",
  kinds: {
    delivered: "Delivered",
    deferred: "Delayed",
    bounced: "Returned",
    complained: "Complaint",
  },
};
