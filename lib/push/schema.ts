import { z } from 'zod'
import { text } from '#lib/core/text.ts'

const base64url = (length: number) => text(length + 2).regex(new RegExp(`^[\\w-]{${length}}={0,2}$`))

const endpoint = text(1_000).regex(/^https?:\/\/[\x21-\x7e]+$/)

/**
 * A browser's PushSubscription as JSON: `endpoint` is the URL to send to, `p256dh` its public key (65 bytes), `auth`
 * its secret (16 bytes).
 */
export const subscription = z.object({
  endpoint,
  keys: z.object({ p256dh: base64url(87), auth: base64url(22) }),
})

export type Subscription = z.output<typeof subscription>

/**
 * A subscription to turn notices on with. `replaces`: endpoint of the browser's former subscription, when the browser
 * has exchanged it for this one by itself.
 */
export const subscriptionInput = subscription.extend({ replaces: endpoint.optional() })

export const endpointInput = z.object({ endpoint })

/** Whether the member gets notices in this browser. */
export const pushState = z.object({ on: z.boolean() })

export const pushKey = z.object({ publicKey: z.string() })
