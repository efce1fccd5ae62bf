import { z } from 'zod'
import { askedApproval } from '#lib/approvals/schema.ts'
import { formNumber } from '#lib/core/form-fields.ts'
import { optionalText, text } from '#lib/core/text.ts'
import { payMethods, paymentStates } from './labels.ts'

/** A payment to start. `point` is in whole points, which are won. */
export const paymentInput = z.object({
  point: formNumber.pipe(z.number().int().min(1).max(100_000_000)),
  payMethod: z.enum(payMethods),
})

/** Data that the browser needs to open the payment window. */
export const startedPayment = z.object({
  paymentId: z.string(),
  storeId: z.string(),
  channelKey: z.string(),
  /** Description of the purchase, as PortOne and the card company show it. */
  orderName: z.string(),
  /** Amount in won, equal to the points to credit. */
  point: z.number(),
  payMethod: z.enum(payMethods),
  /** Payment page of a stand-in, used in place of PortOne's own window; null for PortOne itself. */
  payUrl: z.string().nullable(),
})

export type StartedPayment = z.output<typeof startedPayment>

/** Path parameter of a payment's calls: its id at PortOne. */
export const paymentParams = z.object({ paymentId: text(64).pipe(z.string().regex(/^[A-Z0-9]+$/)) })

const issuedVirtualAccount = z.object({
  bank: z.string(),
  number: z.string(),
  holder: z.string(),
  dueAt: z.string().nullable(),
})

/** A payment as its member sees it. */
export const memberPayment = z.object({
  paymentId: z.string(),
  /** Points to credit: as many as the payment's amount in won. */
  point: z.number(),
  /** Points of it that were taken back, because PortOne gave as much back to the card. */
  cancelled: z.number(),
  state: z.enum(paymentStates),
  /** Virtual account to transfer to; null if none was issued. */
  account: issuedVirtualAccount.nullable(),
  createdAt: z.iso.datetime(),
})

export type MemberPayment = z.output<typeof memberPayment>

/** Body of a webhook of PortOne: any object. Its fields are read only after its signature is verified. */
export const portoneWebhookBody = z.record(text(100), z.unknown())

/** Points of a card charge to cancel, in whole points. If `point` is missing, as many as possible. */
export const cancelPaymentInput = z.object({
  point: z
    .number()
    .int()
    .min(1)
    .max(100_000_000)
    .nullish()
    .transform((point) => point ?? null),
  reason: optionalText(500),
})

/** `point`: points to return to the card. `approval` is present if the cancellation waits for a second person. */
export const requestedCancellation = z.object({ id: z.int(), point: z.number(), approval: askedApproval.optional() })

export const cardPaymentsSwitchInput = z.object({ on: z.boolean() })

/**
 * `offeredSince` and `offeredBy`: since when the shop offers card payments, and the login id of the staff member who
 * switched them on. Both are null if it doesn't offer them.
 */
export const cardOffer = z.object({
  webhookUrl: z.string(),
  offeredSince: z.iso.datetime().nullable(),
  offeredBy: z.string().nullable(),
})

/** Whether the shop offers card payments: since when, and who switched them on. */
export type CardOffer = z.output<typeof cardOffer>
