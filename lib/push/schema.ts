import { z } from 'zod'
import { text } from '#lib/core/text.ts'

const base64url = (length: number) => text(length + 2).regex(new RegExp(`^[\\w-]{${length}}={0,2}$`))

const endpoint = text(1_000).regex(/^https?:\/\/[\x21-\x7e]+$/)

/** A subscription as the browser describes it: `p256dh` is a point of 65 bytes, `auth` a secret of 16. */
export const subscription = z.object({
  endpoint,
  keys: z.object({ p256dh: base64url(87), auth: base64url(22) }),
})

export type Subscription = z.output<typeof subscription>

/** `replaces`: endpoint of the subscription that the browser has exchanged for this one. */
export const subscriptionInput = subscription.extend({ replaces: endpoint.optional() })

export const endpointInput = z.object({ endpoint })

/** Whether the member gets notices in this browser. */
export const pushState = z.object({ on: z.boolean() })

export const pushKey = z.object({ publicKey: z.string() })
