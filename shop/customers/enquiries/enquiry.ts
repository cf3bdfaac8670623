import * as v from "valibot";
import { emailSchema, optionalPhoneSchema } from "#shop/kernel/contact-schemas.ts";
import { optionalTextLine, textLine } from "#shop/kernel/text-line.ts";

/** Topics of an enquiry; staff filter by them. */
export const enquiryTopics = ["product", "custom", "order", "return", "privacy", "other"] as const;
export type EnquiryTopic = (typeof enquiryTopics)[number];

export const enquiryStatuses = ["new", "answered", "closed"] as const;
export type EnquiryStatus = (typeof enquiryStatuses)[number];

export const maxMessageLength = 4000;
export const maxAnswerLength = 8000;

/** Multi-line text: line breaks stay, other control characters are replaced. Problems are `required`, `too_long`. */
export function textBlock(max: number) {
  return v.pipe(
    v.string(),
    v.transform((text) =>
      text
        .replace(/\r\n?/g, "\n")
        .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, " ")
        .trim(),
    ),
    v.minLength(1, "required"),
    v.maxLength(max, "too_long"),
  );
}

/** Problems are stable codes; the message catalogue has their texts. */
export const enquirySchema = v.object({
  name: textLine(80),
  email: emailSchema,
  /** E.164; null for none. */
  phone: v.optional(optionalPhoneSchema, ""),
  order_number: v.pipe(
    optionalTextLine(40),
    v.transform((text) => text || null),
  ),
  topic: v.picklist(enquiryTopics, "topic_required"),
  message: textBlock(maxMessageLength),
});
export type EnquiryInput = v.InferOutput<typeof enquirySchema>;

export interface EnquirySummary {
  readonly id: string;
  readonly number: number;
  readonly status: EnquiryStatus;
  readonly topic: EnquiryTopic;
  readonly name: string;
  /** The beginning of the message, on one line. */
  readonly excerpt: string;
  readonly created_at: string;
}

export interface EnquiryDetail extends Omit<EnquirySummary, "excerpt"> {
  readonly email: string;
  readonly phone: string | null;
  readonly order_number: string | null;
  /** Set for a known order number. It may be another customer's order: the sender has not proved anything. */
  readonly order_id: string | null;
  readonly message: string;
  readonly language: "id" | "en";
  readonly answers: readonly {
    readonly id: string;
    readonly text: string;
    readonly author: string;
    readonly created_at: string;
  }[];
}
