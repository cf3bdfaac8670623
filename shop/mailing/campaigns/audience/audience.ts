/** How an audience falls from one condition to the next. */
export interface Audience {
  /** Recipients that fit, whether or not they subscribed to the topic. */
  readonly matched: number;
  /** Of these, who subscribed to the topic. */
  readonly subscribed: number;
  /** Of these, whose address is not suppressed and who does not pause. */
  readonly open: number;
  /** Of these, who had not too many mails lately: they would get one now. */
  readonly total: number;
  /** Of the total, by language. */
  readonly id: number;
  readonly en: number;
}
